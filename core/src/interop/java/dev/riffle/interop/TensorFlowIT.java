package dev.riffle.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tensorflow.TensorFlow;

/** TensorFlow is there, and is the one that the other tests of this profile were written against. */
class TensorFlowIT {

    @Test
    void hasTheExpectedVersion() {
        assertThat(TensorFlow.version()).startsWith("2.18.");
    }
}
