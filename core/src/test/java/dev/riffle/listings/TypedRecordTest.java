package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.typed.RecordCodec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TypedRecordTest {

    // listing
    public record Click(long user, String page, float score, List<String> tags, Optional<Long> campaign) {}
    // end

    @Test
    void run() {
        RecordCodec<Click> codec = RecordCodec.of(Click.class);
        Click click = new Click(7, "home", 0.5f, List.of("new"), Optional.empty());

        Bytes payload = codec.encode(click);

        assertThat(codec.decode(payload)).isEqualTo(click);
        assertThat(Example.parse(payload).names()).containsExactly("page", "score", "tags", "user");
    }
}
