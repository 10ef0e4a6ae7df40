package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.riffle.RecordReader;
import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxScoringIT {

    @Test
    void run(@TempDir Path directory) throws IOException, OrtException {
        Printed out = new Printed();
        Path file = Houses.in(directory);
        byte[] model = PriceModel.bytes();
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("area:float32, rooms:int64, city:string"))
                .offHeap();
        ParsedFeatures batch = parser.newBatch();
        PayloadBatch payloads = new PayloadBatch();
        List<Float> prices = new ArrayList<>();

        OrtEnvironment onnx = OrtEnvironment.getEnvironment();
        try (OrtSession session = onnx.createSession(model);
                RecordReader reader = RecordReader.open(file)) {
            while (payloads.refill(reader, 100) > 0) {
                parser.parse(payloads, batch);
                long[] shape = {batch.size(), 1};
                FloatBuffer areaColumn = batch.dense("area").values().asFloatBuffer();
                LongBuffer roomsColumn = batch.dense("rooms").values().asLongBuffer();
                String[] names = new String[batch.size()];
                Arrays.setAll(names, batch.dense("city").values()::utf8At);
                try (OnnxTensor area = OnnxTensor.createTensor(onnx, areaColumn, shape);
                        OnnxTensor rooms = OnnxTensor.createTensor(onnx, roomsColumn, shape);
                        OnnxTensor city = OnnxTensor.createTensor(onnx, names, shape);
                        OrtSession.Result result = session.run(Map.of("area", area, "rooms", rooms, "city", city))) {
                    for (float[] price : (float[][]) result.get(0).getValue()) {
                        prices.add(price[0]);
                    }
                }
                out.println(prices.size() + " prices, the last is " + prices.get(prices.size() - 1));
            }
        }
        // end
        assertThat(out).hasToString("""
                100 prices, the last is 4.5
                200 prices, the last is 1.0
                256 prices, the last is 3.0
                """);
        List<Float> expected = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(file)) {
            while (reader.next()) {
                Example house = Example.parse(reader.payload());
                int premium = house.feature("city").utf8Value().equals("Paris") ? 1 : 0;
                expected.add(house.feature("price").floatValue() + premium);
            }
        }
        assertThat(prices).hasSize(256).isEqualTo(expected);
    }
}
