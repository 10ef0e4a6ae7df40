package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.ShardPlan;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the replacement of a single shard of a set. */
class ReplacedShardTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    @Test
    void removesTheManifestWhenAShardIsReplaced() throws IOException {
        Path in = directory.resolve("in");
        RewriteFiles.write(in, OPTIONS, List.of(Bytes.ofUtf8("a"), Bytes.ofUtf8("b"), Bytes.ofUtf8("c")));
        ShardNames names = ShardNames.of(directory.resolve("set"), 2);
        RecordRewrite rewrite = RecordRewrite.of(List.of(ByteSource.of(in)));
        rewrite.copyTo(RecordOutput.shards(names, OPTIONS));
        Path shard = names.paths().get(1);
        Path manifest = SetManifest.pathOf(names);

        assertThatThrownBy(() -> rewrite.take(1, RecordOutput.file(shard, OPTIONS)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(manifest).exists();

        rewrite.take(1, RecordOutput.file(shard, OPTIONS.overwrite()));
        assertThat(RewriteFiles.read(shard)).containsExactly(Bytes.ofUtf8("a"));
        assertThat(manifest).doesNotExist();
        RewriteFiles.assertNothingHidden(directory);
    }

    @Test
    void rejectsAPlanWithoutFiles() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ShardPlan(1, 1, 0, ShardPlan.Bound.HOSTS));
        assertThatIllegalArgumentException().isThrownBy(() -> new ShardPlan(-1, 1, 1, ShardPlan.Bound.HOSTS));
    }

    @Test
    void roundsTheFileSizeOfAPlan() {
        assertThat(ShardPlan.of(Long.MAX_VALUE, 1).shardBytes()).isEqualTo(Long.MAX_VALUE / 10 + 1);
    }
}
