package dev.riffle.internal;

/**
 * Marks a sink for a stream, whose name is only for messages, and its output, which keeps its bytes if it is closed
 * without a commit.
 */
public interface StreamOutput {}
