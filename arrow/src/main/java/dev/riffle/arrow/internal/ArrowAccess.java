package dev.riffle.arrow.internal;

import java.nio.Buffer;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Checks that Arrow can use the memory of direct buffers. Without this access, the first allocator fails with an {@link
 * ExceptionInInitializerError}.
 */
public final class ArrowAccess {

    private ArrowAccess() {}

    /**
     * Checks the JVM's flags. Call this method before the first use of an allocator.
     *
     * @throws IllegalStateException if the JVM lacks a flag that Arrow needs; the message names the flag
     */
    public static void check() {
        // A class literal does not initialize the class.
        Module arrow = MemoryUtil.class.getModule();
        if (!Buffer.class.getModule().isOpen("java.nio", arrow)) {
            throw new IllegalStateException("Arrow needs access to the package java.nio; start Java with"
                    + " --add-opens=java.base/java.nio="
                    + (arrow.isNamed() ? arrow.getName() : "ALL-UNNAMED"));
        }
    }
}
