package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tensorflow.TensorFlow;

/** Checks that TensorFlow is present, in the version that the other tests of this profile require. */
class TensorFlowIT {

    @Test
    void hasTheExpectedVersion() {
        assertThat(TensorFlow.version()).startsWith("2.18.");
    }
}
