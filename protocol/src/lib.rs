//! What goes over the wire: messages, codec, versions, limits.
