"""Object code cached on disk for later processes."""

from .object_cache import MODEL, cached_objects, keep_objects, kept_objects, with_sound_objects

__all__ = ["MODEL", "cached_objects", "keep_objects", "kept_objects", "with_sound_objects"]
