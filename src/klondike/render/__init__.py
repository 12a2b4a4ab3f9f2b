"""Renderers: they turn a view into a string, and need nothing but the standard library."""
