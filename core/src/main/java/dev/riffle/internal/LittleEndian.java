package dev.riffle.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads and writes little-endian numbers in byte arrays, and keeps the bit patterns of NaN. Each access checks its
 * position.
 */
public final class LittleEndian {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The number of values at which a buffer's bulk operation becomes faster than a loop. */
    private static final int BULK = 64;

    private LittleEndian() {}

    /** Returns the eight bytes at {@code at} as an integer. */
    public static long getLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** Returns the four bytes at {@code at} as an integer. */
    public static int getInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    /** Returns the four bytes at {@code at} as a float. */
    public static float getFloat(byte[] bytes, int at) {
        return Float.intBitsToFloat((int) INTS.get(bytes, at));
    }

    /** Returns the eight bytes at {@code at} as a double. */
    public static double getDouble(byte[] bytes, int at) {
        return Double.longBitsToDouble((long) LONGS.get(bytes, at));
    }

    /** Reads {@code count} floats beginning at {@code at} into {@code target} beginning at {@code targetIndex}. */
    public static void getFloats(byte[] bytes, int at, float[] target, int targetIndex, int count) {
        if (count >= BULK) {
            little(bytes, at, count * Float.BYTES).asFloatBuffer().get(target, targetIndex, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[targetIndex + i] = getFloat(bytes, at + i * Float.BYTES);
        }
    }

    /** Reads {@code count} doubles beginning at {@code at} into {@code target} beginning at {@code targetIndex}. */
    public static void getDoubles(byte[] bytes, int at, double[] target, int targetIndex, int count) {
        if (count >= BULK) {
            little(bytes, at, count * Double.BYTES).asDoubleBuffer().get(target, targetIndex, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[targetIndex + i] = getDouble(bytes, at + i * Double.BYTES);
        }
    }

    private static ByteBuffer little(byte[] bytes, int at, int size) {
        return ByteBuffer.wrap(bytes, at, size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the eight bytes of an integer at {@code at}. */
    public static void putLong(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    /** Writes the four bytes of an integer at {@code at}. */
    public static void putInt(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    /** Writes the four bytes of a float at {@code at}. */
    public static void putFloat(byte[] bytes, int at, float value) {
        INTS.set(bytes, at, Float.floatToRawIntBits(value));
    }

    /** Writes the eight bytes of a double at {@code at}. */
    public static void putDouble(byte[] bytes, int at, double value) {
        LONGS.set(bytes, at, Double.doubleToRawLongBits(value));
    }

    /** Writes all {@code values}, beginning at {@code at}. */
    public static void putFloats(byte[] bytes, int at, float[] values) {
        if (values.length >= BULK) {
            little(bytes, at, values.length * Float.BYTES).asFloatBuffer().put(values);
            return;
        }
        for (int i = 0; i < values.length; i++) {
            putFloat(bytes, at + i * Float.BYTES, values[i]);
        }
    }
}
