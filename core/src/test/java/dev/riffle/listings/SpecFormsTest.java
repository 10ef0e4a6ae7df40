package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.parse.FeatureSpecs;
import org.junit.jupiter.api.Test;

class SpecFormsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        FeatureSpecs specs = FeatureSpecs.parse("label:int64, weight:float32=1, tags:string*, path:int64[?,2]=-1");
        FeatureSpecs same = FeatureSpecs.parseJson("""
                {"label": {"type": "fixed_len", "shape": [], "dtype": "int64"},
                 "weight": {"type": "fixed_len", "shape": [], "dtype": "float32", "default": 1},
                 "tags": {"type": "var_len", "dtype": "string"},
                 "path": {"type": "fixed_len_sequence", "shape": [2], "dtype": "int64", "allow_missing": true, "default": -1}}
                """);

        out.println(specs);
        out.println(same.equals(specs));
        out.println(FeatureSpecs.parse("label:int64").toJson());
        // end
        assertThat(out).hasToString("""
                label:int64, weight:float32=1.0, tags:string*, path:int64[?,2]=-1
                true
                {"label":{"type":"fixed_len","shape":[],"dtype":"int64","default":null}}
                """);
    }
}
