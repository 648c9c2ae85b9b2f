"""Big*Bang."""
