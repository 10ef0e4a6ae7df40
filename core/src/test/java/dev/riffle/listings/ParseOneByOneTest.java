package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DType;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParseOneByOneTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        // listing
        FeatureSpecs description = FeatureSpecs.builder()
                .put("feature0", FeatureSpec.fixedLen(DType.INT64).withDefault(0))
                .put("feature1", FeatureSpec.fixedLen(DType.INT64).withDefault(0))
                .put("feature2", FeatureSpec.fixedLen(DType.STRING).withDefault(""))
                .put("feature3", FeatureSpec.fixedLen(DType.FLOAT32).withDefault(0.0f))
                .build();
        ExampleParser parser = ExampleParser.compile(description);

        Dataset<ParsedFeatures> parsed = RecordDataset.files(file).map(parser::parse);
        parsed.take(10).forEach(features -> out.println(features.asMap()));
        // end
        assertThat(out).hasToString("""
                {feature0=int64 [] 1, feature1=int64 [] 3, feature2=string [] "horse", feature3=float32 [] 1.1027445}
                {feature0=int64 [] 0, feature1=int64 [] 3, feature2=string [] "horse", feature3=float32 [] -1.1512367}
                {feature0=int64 [] 1, feature1=int64 [] 3, feature2=string [] "horse", feature3=float32 [] 0.77127755}
                {feature0=int64 [] 0, feature1=int64 [] 2, feature2=string [] "chicken", feature3=float32 [] -0.25089675}
                {feature0=int64 [] 0, feature1=int64 [] 0, feature2=string [] "cat", feature3=float32 [] -0.40086994}
                {feature0=int64 [] 0, feature1=int64 [] 3, feature2=string [] "horse", feature3=float32 [] 1.5774117}
                {feature0=int64 [] 0, feature1=int64 [] 1, feature2=string [] "dog", feature3=float32 [] 0.43445086}
                {feature0=int64 [] 1, feature1=int64 [] 2, feature2=string [] "chicken", feature3=float32 [] -1.3364266}
                {feature0=int64 [] 0, feature1=int64 [] 3, feature2=string [] "horse", feature3=float32 [] 0.5220202}
                {feature0=int64 [] 1, feature1=int64 [] 2, feature2=string [] "chicken", feature3=float32 [] 1.5003704}
                """);
    }
}
