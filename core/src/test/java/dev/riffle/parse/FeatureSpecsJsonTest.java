package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.Rounds;
import dev.riffle.example.MalformedTextException;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads and writes specs as JSON, and rejects invalid specs. */
class FeatureSpecsJsonTest {

    private static FeatureSpec one(String spec) {
        return FeatureSpecs.parseJson("{\"a\":" + spec.replace('\'', '"') + "}")
                .asMap()
                .get("a");
    }

    @Test
    void writesTheFormOfTheConformanceCases() {
        assertThat(FeatureSpecs.parse(
                                "label:int64=0, s:string[2]=[\"de\",b64\"/w==\"], tags:string*, f:float32[?,3]=-1,"
                                        + " img:sparse(float32[28,28], index=[ix,iy], value=v),"
                                        + " t:ragged(float32, splits=z, uniform=2)")
                        .toJson())
                .isEqualTo(("{'label':{'type':'fixed_len','shape':[],'dtype':'int64','default':[0]},"
                                + "'s':{'type':'fixed_len','shape':[2],'dtype':'string','default':['de',{'b64':'/w=='}]},"
                                + "'tags':{'type':'var_len','dtype':'string'},"
                                + "'f':{'type':'fixed_len_sequence','shape':[3],'dtype':'float32','allow_missing':true,"
                                + "'default':-1.0},"
                                + "'img':{'type':'sparse','index_key':['ix','iy'],'value_key':'v','dtype':'float32',"
                                + "'size':[28,28],'already_sorted':false},"
                                + "'t':{'type':'ragged','dtype':'float32','value_key':null,"
                                + "'partitions':[{'row_splits':'z'},{'uniform_row_length':2}],'row_splits_dtype':'int32'}}")
                        .replace('\'', '"'));
    }

    @Test
    void readsWhatItWrites() {
        long seed = Rounds.seed("FeatureSpecsJsonTest");
        for (int i = 0; i < 3000; i++) {
            FeatureSpecs specs = new RandomSpecs(seed + i).specs();
            FeatureSpecs read = FeatureSpecs.parseJson(specs.toJson());

            assertThat(read).as("seed %d: %s", seed + i, specs).isEqualTo(specs);
            assertThat(read.names()).containsExactlyElementsOf(specs.names());
        }
    }

    @Test
    void acceptsMissingOptionalMembers() {
        assertThat(one("{'type':'fixed_len','shape':[2],'dtype':'int64'}"))
                .isEqualTo(FeatureSpec.fixedLen(DType.INT64, 2));
        assertThat(one("{'type':'fixed_len_sequence','shape':[],'dtype':'int64'}"))
                .isEqualTo(FeatureSpec.fixedLenSequence(DType.INT64));
        assertThat(one("{'type':'sparse','index_key':'i','value_key':'v','dtype':'int64','size':3}"))
                .isEqualTo(FeatureSpec.sparse("i", "v", DType.INT64, 3));
        assertThat(one("{'type':'ragged','dtype':'int64'}")).isEqualTo(FeatureSpec.ragged(DType.INT64));
    }

    @Test
    void readsDefaults() {
        assertThat(one("{'type':'fixed_len','shape':[],'dtype':'int64','default':7}"))
                .isEqualTo(FeatureSpec.fixedLen(DType.INT64).withDefault(7));
        assertThat(one("{'type':'fixed_len','shape':[1,2],'dtype':'int64','default':['9223372036854775807',-1]}"))
                .isEqualTo(FeatureSpec.fixedLen(DType.INT64, 1, 2).withDefault(Long.MAX_VALUE, -1));
        assertThat(one("{'type':'fixed_len','shape':[4],'dtype':'float32','default':['NaN','-Infinity',-0.0,3]}"))
                .isEqualTo(FeatureSpec.fixedLen(DType.FLOAT32, 4)
                        .withDefault(Float.NaN, Float.NEGATIVE_INFINITY, -0.0f, 3f));
        assertThat(one("{'type':'fixed_len','shape':[2],'dtype':'string','default':['/w==',{'b64':'/w=='}]}"))
                .isEqualTo(FeatureSpec.fixedLen(DType.STRING, 2).withDefault(Bytes.ofUtf8("/w=="), Bytes.ofHex("ff")));
        assertThat(one("{'type':'fixed_len','shape':[0],'dtype':'int64','default':[]}"))
                .isEqualTo(FeatureSpec.fixedLen(DType.INT64, 0));
        assertThat(one("{'type':'fixed_len_sequence','shape':[2],'dtype':'int64','default':[7]}"))
                .isEqualTo(FeatureSpec.fixedLenSequence(DType.INT64, 2).paddedWith(7));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'var_len','dtype':null}|dtype is missing",
                "{'type':'var_len','dtype':'bool'}|dtype must be float32",
                "{'type':'var_len','dtype':5}|dtype must be a string: 5",
                "{'dtype':'int64'}|type is missing",
                "{'type':'dense','dtype':'int64'}|type must be fixed_len",
                "{'type':'var_len','dtype':'int64','shape':[]}|`unknown member \"shape\"; expected one of [type, dtype]`",
                "{'type':'fixed_len','shape':null,'dtype':'int64'}|shape is missing; write [] for a single value",
                "{'type':'fixed_len','shape':[null,2],'dtype':'int64'}|all dimensions of shape must be known: [null,2]",
                "{'type':'fixed_len','shape':[2,-1],'dtype':'int64'}|shape must contain integers from 0",
                "{'type':'fixed_len','shape':3,'dtype':'int64'}|shape must be an array: 3",
                "{'type':'fixed_len','shape':[],'dtype':'int64','default':[1.5]}|not a value of int64: 1.5",
                "{'type':'fixed_len','shape':[],'dtype':'int64','default':1.0}|not a value of int64: 1.0",
                "{'type':'fixed_len','shape':[],'dtype':'int64','default':'a'}|not a value of int64: \"a\"",
                "{'type':'fixed_len','shape':[2],'dtype':'int64','default':[1,2.5]}|not a value of int64: 2.5",
                "{'type':'fixed_len','shape':[2],'dtype':'int64','default':7}|expected 2 default values for the shape [2], found 1",
                "{'type':'fixed_len','shape':[],'dtype':'int64','default':[7,7]}|expected 1 default value for the shape []",
                "{'type':'fixed_len','shape':[2],'dtype':'int64','default':[]}|expected 2 default values for the shape [2], found 0",
                "{'type':'fixed_len','shape':[],'dtype':'string','default':5}|not a value of string: 5",
                "{'type':'fixed_len','shape':[],'dtype':'string','default':{'b64':'?'}}|b64 must be base64",
                "{'type':'fixed_len','shape':[],'dtype':'float32','default':true}|default must be a number",
                "{'type':'fixed_len','shape':[2],'dtype':'float32','default':[[1,2]]}|a flat array",
                "{'type':'fixed_len_sequence','shape':null,'dtype':'int64'}|shape is missing",
                "{'type':'fixed_len_sequence','shape':[],'dtype':'int64','default':[7,7]}|expected one padding value",
                "{'type':'fixed_len_sequence','shape':[],'dtype':'int64','allow_missing':1}|must be true or false: 1",
                "{'type':'sparse','index_key':['i','j'],'value_key':'v','dtype':'int64','size':[3]}|one index key",
                "{'type':'sparse','index_key':['i'],'value_key':'','dtype':'int64','size':[3]}|must not be empty",
                "{'type':'sparse','index_key':[],'value_key':'v','dtype':'int64','size':[]}|expected an index key for each dimension, found none",
                "{'type':'sparse','index_key':[''],'value_key':'v','dtype':'int64','size':[3]}|must not be empty",
                "{'type':'sparse','index_key':null,'value_key':'v','dtype':'int64','size':[3]}|index_key is missing",
                "{'type':'ragged','dtype':'int64','value_key':''}|value key must not be empty",
                "{'type':'ragged','dtype':'int64','row_splits_dtype':'float32'}|row splits must be int32 or int64",
                "{'type':'ragged','dtype':'int64','partitions':[{'uniform_row_length':0}]}|must be positive: 0",
                "{'type':'ragged','dtype':'int64','partitions':[{'row_split':'s'}]}|a partition must have exactly one of the members",
                "{'type':'ragged','dtype':'int64','partitions':[{}]}|a partition must have exactly one of the members",
                "5|a spec must be a JSON object: 5",
            })
    void rejectsInvalidSpecs(String spec, String message) {
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> one(spec))
                .withMessageStartingWith("feature \"a\": ")
                .withMessageContaining(message);
    }

    @Test
    void rejectsOtherJsonThanAnObject() {
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> FeatureSpecs.parseJson("{'a'"))
                .withMessageStartingWith("features are not JSON: line 1, column 2");
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> FeatureSpecs.parseJson("[]"))
                .withMessage("features must be a JSON object: []");
    }

    @Test
    void readsAndWritesSequenceSpecs() {
        String lists = "\"sequence_features\":{\"a\":{\"type\":\"var_len\",\"dtype\":\"int64\"}}";

        SequenceFeatureSpecs specs = SequenceFeatureSpecs.parse("lists(a:int64*)");
        assertThat(SequenceFeatureSpecs.parseJson("{\"context_features\":null," + lists + "}"))
                .isEqualTo(specs);
        assertThat(SequenceFeatureSpecs.parseJson("{\"context_features\":{}," + lists + "}"))
                .isEqualTo(specs);
        assertThat(specs.toJson()).isEqualTo("{" + lists + "}");
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> SequenceFeatureSpecs.parseJson("{\"contexts\":{}," + lists + "}"))
                .withMessageContaining("unknown member \"contexts\"");
        assertThatExceptionOfType(MalformedTextException.class)
                .isThrownBy(() -> SequenceFeatureSpecs.parseJson("{\"context_features\":null}"));
        assertThatExceptionOfType(MalformedTextException.class).isThrownBy(() -> SequenceFeatureSpecs.parseJson("{}"));
    }
}
