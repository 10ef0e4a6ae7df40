package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests that the exception for a null argument has the name of the argument. */
@SuppressWarnings("NullAway") // Null is the tested value.
class NullArgumentTest {

    @Test
    void namesTheArgument() {
        Path path = new Path("a");
        Configuration configuration = new Configuration(false);
        Map<ThrowingCallable, String> calls = new LinkedHashMap<>();
        calls.put(() -> HadoopSource.of((Path) null, configuration), "path");
        calls.put(() -> HadoopSource.of(path, null), "configuration");
        calls.put(() -> HadoopSource.of((FileStatus) null, configuration), "file");
        calls.put(() -> HadoopSource.of(new FileStatus(), null), "configuration");
        calls.put(() -> HadoopSink.inPlace(null, configuration), "path");
        calls.put(() -> HadoopSink.inPlace(path, null), "configuration");
        calls.put(() -> HadoopSink.replacingInPlace(null, configuration), "path");
        calls.put(() -> HadoopSink.replacingInPlace(path, null), "configuration");
        calls.forEach((call, name) ->
                assertThatIllegalArgumentException().isThrownBy(call).withMessage(name + " must not be null"));
    }
}
