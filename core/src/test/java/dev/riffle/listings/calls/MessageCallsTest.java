package dev.riffle.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageCallsTest {

    private final Example example = Example.builder()
            .put("feature0", 4)
            .put("feature1", 0.5f, 1.5f)
            .put("feature2", "goat")
            .build();

    @Test
    void features() {
        byte[] bytes = {1, 2};
        List<Feature> features = List.of(
                Feature.of("goat"),
                Feature.of(bytes),
                Feature.of("cat", "goat"),
                Feature.of(0.5f),
                Feature.of(0.5f, 1.5f),
                Feature.of(4),
                Feature.of(1, 2, 3),
                Feature.of(List.of(1L, 2L)),
                Feature.empty(Kind.INT64),
                Feature.notSet());
        assertThat(features).extracting(Feature::size).containsExactly(1, 1, 2, 1, 2, 1, 3, 2, 0, 0);
        Feature feature = Feature.of(4);
        Bytes serialized = feature.toBytes();
        assertThat(Feature.parse(serialized)).isEqualTo(feature);
        assertThat(Feature.of("goat").utf8Value()).isEqualTo("goat");
        assertThat(Feature.of(bytes).bytesValue()).isEqualTo(Bytes.copyOf(bytes));
        assertThat(Feature.of("cat", "goat").strings()).containsExactly("cat", "goat");
        assertThat(Feature.of(0.5f).floatValue()).isEqualTo(0.5f);
        assertThat(Feature.of(0.5f, 1.5f).floats()).containsExactly(0.5f, 1.5f);
        assertThat(Feature.of(4).longValue()).isEqualTo(4);
        assertThat(Feature.of(true)).isEqualTo(Feature.of(1));
        assertThat(Feature.of(1, 2, 3).longs()).containsExactly(1, 2, 3);
        assertThat(Feature.of(List.of(1L, 2L)).kind()).isEqualTo(Kind.INT64);
        assertThat(Feature.ofInt64s(List.of())).isEqualTo(Feature.empty(Kind.INT64));
        assertThat(Feature.empty(Kind.INT64).size()).isZero();
        assertThat(Feature.notSet().kind()).isEqualTo(Kind.NOT_SET);
    }

    @Test
    void examples() {
        Map<String, Feature> features = Map.of("label", Feature.of(4));
        assertThat(Example.builder().put("label", 4).build()).isEqualTo(Example.of(features));
        Example other = example.toBuilder().put("label", 4).build();
        assertThat(other.names()).hasSize(4);
        ExampleBuilder builder = Example.builder();
        for (String note : Arrays.asList(null, "tame")) {
            builder.putIfPresent("note", note);
            assertThat(builder.build().find("note"))
                    .isEqualTo(Optional.ofNullable(note).map(Feature::of));
        }
        Example copy = Example.parse(example.toByteArray());
        assertThat(copy).isEqualTo(example);
    }

    @Test
    void serialized() {
        Bytes serialized = example.toBytes();
        assertThat(Example.parse(serialized)).isEqualTo(example);
        String text = example.toText();
        assertThat(Example.parseText(text)).isEqualTo(example);
        Stream<String> beginning = example.toText().lines().limit(15);
        assertThat(beginning).hasSize(15);
        String json = example.toJson();
        assertThat(Example.parseJson(json)).isEqualTo(example);
    }

    @Test
    void values() {
        assertThat(example.features()).containsKey("feature0");
        assertThat(example.find("label")).isEmpty();
        Feature feature = example.feature("feature0");
        assertThat(feature.kind()).isEqualTo(Kind.INT64);
        assertThat(feature.longs()).containsExactly(4);
        assertThat(feature.kind() == Kind.INT64).isTrue();
        assertThat(feature.size()).isEqualTo(1);
        int i = 0;
        assertThat(feature.longAt(i)).isEqualTo(feature.longValue());
        for (Map.Entry<String, Feature> entry : example.features().entrySet()) {
            assertThat(entry.getValue()).isEqualTo(example.feature(entry.getKey()));
        }
        assertThat(example.hasFeatures()).isTrue();
        assertThat(example.features().size()).isEqualTo(3);
        Example labelled = example.toBuilder().put("label", feature).build();
        assertThat(labelled.feature("label")).isEqualTo(feature);
        assertThat(example.toBytes().size()).isEqualTo(example.toByteArray().length);
        assertThat(example.feature("feature0").longValue()).isEqualTo(4);
        assertThat(example.feature("feature0").intValue()).isEqualTo(4);
        assertThat(example.feature("feature1").floats()).containsExactly(0.5f, 1.5f);
        assertThat(example.feature("feature1").floatAt(0)).isEqualTo(0.5f);
        assertThat(example.feature("feature2").bytesValue()).isEqualTo(Bytes.ofUtf8("goat"));
        assertThat(example.feature("feature2").utf8Value()).isEqualTo("goat");
        assertThat(example.toMap()).hasSize(3);
        feature = example.feature("feature1");
        assertThat(feature.floatAt(i)).isEqualTo(feature.floats()[0]);
        feature = example.feature("feature2");
        assertThat(feature.bytesAt(i)).isEqualTo(feature.bytesValue());
    }

    @Test
    void sequences() {
        FeatureList steps = FeatureList.of(Feature.of(1, 2), Feature.of(3));
        Map<String, FeatureList> lists = Map.of("steps", steps);
        SequenceExample sequence = SequenceExample.of(example, lists);
        Bytes serialized = sequence.toBytes();
        assertThat(SequenceExample.parse(serialized)).isEqualTo(sequence);
        SequenceExample alone = SequenceExample.builder()
                .put("steps", Feature.of(1, 2), Feature.of(3))
                .build();
        assertThat(alone.featureLists()).isEqualTo(lists);
    }

    @Test
    void damage() {
        assertThatThrownBy(() -> Example.parse(new byte[] {10, 5})).isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void bareMessages(@TempDir Path directory) throws IOException {
        Path path = directory.resolve("goat.pb");
        Files.write(path, example.toByteArray());
        assertThat(Example.parse(Files.readAllBytes(path))).isEqualTo(example);
    }
}
