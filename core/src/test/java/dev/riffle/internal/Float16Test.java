package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Float16Test {

    @Test
    void convertsAllBitsToFloatAndBack() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float value = Float16.toFloat((short) bits);
            int expected = Float.isNaN(value) ? bits & 0x8000 | 0x7e00 : bits;
            assertThat(Float16.toBits(value) & 0xffff).isEqualTo(expected);
            float brain = BFloat16.toFloat((short) bits);
            assertThat(BFloat16.toBits(brain) & 0xffff).isEqualTo(Float.isNaN(brain) ? bits & 0x8000 | 0x7fc0 : bits);
        }
    }

    @Test
    void roundsToNearestEven() {
        for (int bits = 0; bits < 0x7bff; bits++) {
            double low = Float16.toFloat((short) bits);
            double high = Float16.toFloat((short) (bits + 1));
            float middle = (float) ((low + high) / 2);
            assertThat(Float16.toBits(middle)).isEqualTo((short) (bits + (bits & 1)));
            assertThat(Float16.toBits(Math.nextDown(middle))).isEqualTo((short) bits);
            assertThat(Float16.toBits(-Math.nextUp(middle))).isEqualTo((short) (bits + 1 | 0x8000));
        }
        for (int bits = 0; bits < 0x7f7f; bits++) {
            float middle = Float.intBitsToFloat(bits << 16 | 0x8000);
            assertThat(BFloat16.toBits(middle)).isEqualTo((short) (bits + (bits & 1)));
            assertThat(BFloat16.toBits(Math.nextDown(middle))).isEqualTo((short) bits);
            assertThat(BFloat16.toBits(-Math.nextUp(middle))).isEqualTo((short) (bits + 1 | 0x8000));
        }
    }

    @Test
    void convertsTheLimits() {
        assertThat(Float16.toBits(65519.996f)).isEqualTo((short) 0x7bff);
        assertThat(Float16.toBits(65520)).isEqualTo((short) 0x7c00);
        assertThat(Float16.toBits(Float.MAX_VALUE)).isEqualTo((short) 0x7c00);
        assertThat(Float16.toBits(Float.NEGATIVE_INFINITY)).isEqualTo((short) 0xfc00);
        assertThat(Float16.toBits(0x1p-25f)).isZero();
        assertThat(Float16.toBits(Math.nextUp(0x1p-25f))).isEqualTo((short) 1);
        assertThat(Float16.toBits(-0f)).isEqualTo((short) 0x8000);
        assertThat(Float16.toBits(Math.nextDown(0x1p-14f))).isEqualTo((short) 0x400);
        assertThat(Float16.toFloat((short) 1)).isEqualTo(0x1p-24f);
        assertThat(BFloat16.toBits(Float.MAX_VALUE)).isEqualTo((short) 0x7f80);
        assertThat(BFloat16.toBits(Float.intBitsToFloat(0xff800001))).isEqualTo((short) 0xffc0);
    }

    @Test
    void nanKeepsOnlyItsSign() {
        float negative = Float.intBitsToFloat(0xffc00000);
        assertThat(Float16.toBits(Float.NaN)).isEqualTo((short) 0x7e00);
        assertThat(Float16.toBits(negative)).isEqualTo((short) 0xfe00);
        assertThat(Float16.toBits(Float.intBitsToFloat(0xff800001))).isEqualTo((short) 0xfe00);
        assertThat(BFloat16.toBits(Float.NaN)).isEqualTo((short) 0x7fc0);
        assertThat(BFloat16.toBits(negative)).isEqualTo((short) 0xffc0);
    }
}
