package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tensorflow.TensorFlow;

/** Tests that TensorFlow is present, in the version for which the other tests of this profile were written. */
class TensorFlowIT {

    @Test
    void hasTheExpectedVersion() {
        assertThat(TensorFlow.version()).startsWith("2.18.");
    }
}
