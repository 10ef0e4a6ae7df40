package dev.riffle.rewrite;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.FullDisk;
import dev.riffle.shard.internal.ShardedOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks writes to a full disk: no new file remains, the input is unchanged, and the message names the file. */
class DiskFullTest extends FullDisk {

    @Test
    void leavesNothingWhenARecompressionFails() throws IOException {
        List<Path> paths = ShardNames.of(directory.resolve("train"), 1).paths();
        failAtEveryWrite(storage -> new Recompression(
                        RecordRewrite.of(List.of(ByteSource.of(input))),
                        paths,
                        OPTIONS.compression(Compression.GZIP),
                        storage)
                .write());
    }

    @Test
    void leavesNothingWhenShardsOrManifestFail() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("train"), 3);
        failAtEveryWrite(storage -> {
            try (ShardedOutput writer = ShardedOutput.inTurn(names.paths(), OPTIONS, storage)) {
                for (int i = 0; i < 10; i++) {
                    writer.write(Bytes.ofUtf8("record " + i).asByteBuffer());
                }
                writer.commit();
            }
        });
    }

    @Test
    void leavesNothingWhenAShuffleFails() throws IOException {
        failAtEveryWrite(storage -> ExternalShuffle.of(List.of(ByteSource.of(input)), 7)
                .temporaryDirectory(directory)
                .writeTo(shards(storage)));
    }
}
