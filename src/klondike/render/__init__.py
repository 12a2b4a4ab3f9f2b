"""Pictures of positions: strings out, nothing but the standard library in."""
