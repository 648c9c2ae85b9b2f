"""A window on the screen that shows drawings, one after the other."""

from __future__ import annotations

from typing import Any

from .drawing import GROUND, Drawing
from .extras import extra_library
from .raster import pixels

_DESKTOP_SHARE = 0.9
"""How much of the screen a new window takes at most."""


class Window:
    """A window, opened when the first drawing is shown; drawings fill it, whatever size a person gives it.

    A person who closes it does not see it again: later drawings are left out.
    """

    def __init__(self) -> None:
        self._window: Any = None
        self._clock: Any = None
        self._dismissed = False

    def show(self, drawing: Drawing, fps: float) -> None:
        """Show a drawing for 1/fps seconds; it then stays until the next one. With fps = 0 there is no wait.

        Raises ModuleNotFoundError without pygame-ce, RuntimeError without a display.
        """
        pygame = extra_library("pygame", "play", "render_mode='human'")
        if self._window is None and not self._dismissed:
            self._open(pygame, drawing)
        self._take_events(pygame)
        if self._dismissed:
            return
        surface = self._window.get_surface()
        scale = min(surface.get_width() / drawing.width, surface.get_height() / drawing.height)
        shown = pixels(drawing.svg(), max(1, int(drawing.width * scale)))
        height, width = shown.shape[:2]
        picture = pygame.image.frombuffer(shown.tobytes(), (width, height), "RGB")
        surface.fill(GROUND)
        surface.blit(picture, ((surface.get_width() - width) // 2, (surface.get_height() - height) // 2))
        self._window.flip()
        self._clock.tick(fps)

    def close(self) -> None:
        """Close the window; the next drawing opens a new one, even if a person had closed it."""
        self._destroy()
        self._dismissed = False

    def _open(self, pygame: Any, drawing: Drawing) -> None:
        try:
            pygame.display.init()
        except pygame.error as error:
            raise RuntimeError(
                f"render_mode='human' opens a window, and there is no display ({error}): choose 'rgb_array', 'svg' or "
                "'ansi', or set SDL_VIDEODRIVER=dummy"
            ) from error
        across, down = pygame.display.get_desktop_sizes()[0]
        scale = min(1.0, _DESKTOP_SHARE * across / drawing.width, _DESKTOP_SHARE * down / drawing.height)
        size = (int(drawing.width * scale), int(drawing.height * scale))
        self._window = pygame.Window(drawing.title, size, resizable=True)
        self._clock = pygame.time.Clock()

    def _take_events(self, pygame: Any) -> None:
        """Let the window answer to the system, and see whether a person closed it."""
        for event in pygame.event.get():
            if event.type != pygame.WINDOWCLOSE:
                continue
            if event.window == self._window:
                self._destroy()
                self._dismissed = True
            else:
                pygame.event.post(event)  # of another environment's window, which looks for it

    def _destroy(self) -> None:
        if self._window is not None:
            self._window.destroy()
            self._window = None
