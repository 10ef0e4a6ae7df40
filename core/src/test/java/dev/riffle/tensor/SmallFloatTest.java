package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SmallFloatTest {

    @Test
    void convertsSpecialValues() {
        assertThat(SmallFloat.E5M2.toFloat((byte) 0x7c)).isInfinite();
        assertThat(SmallFloat.E5M2.toFloat((byte) 0x7b)).isEqualTo(57344);
        assertThat(SmallFloat.E5M2.toFloat((byte) 0xfd)).isNaN();
        assertThat(SmallFloat.E4M3FN.toFloat((byte) 0x7e)).isEqualTo(448);
        assertThat(SmallFloat.E4M3FN.toFloat((byte) 0xff)).isNaN();
        assertThat(SmallFloat.E4M3FNUZ.toFloat((byte) 0x7f)).isEqualTo(240);
        assertThat(SmallFloat.E4M3FNUZ.toFloat((byte) 0x80)).isNaN();
        assertThat(SmallFloat.E4M3B11FNUZ.toFloat((byte) 0xff)).isEqualTo(-30);
        assertThat(SmallFloat.E5M2FNUZ.toFloat((byte) 0x7f)).isEqualTo(57344);
        assertThat(SmallFloat.E4M3FN.toFloat((byte) 1)).isEqualTo(0x1p-9f);
        assertThat(SmallFloat.E2M1FN.toFloat((byte) 0xf7)).isEqualTo(6);
        assertThat(SmallFloat.E2M1FN.toFloat((byte) 9)).isEqualTo(-0.5f);
    }
}
