package dev.riffle.formats.image;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.util.Optional;
import java.util.function.BiFunction;
import org.tensorflow.EagerSession;
import org.tensorflow.Operand;
import org.tensorflow.exceptions.TFInvalidArgumentException;
import org.tensorflow.ndarray.NdArrays;
import org.tensorflow.op.Ops;
import org.tensorflow.op.image.DecodeImage;
import org.tensorflow.op.image.DecodeJpeg;
import org.tensorflow.types.TString;
import org.tensorflow.types.TUint8;

/** Runs TensorFlow's operations DecodeImage and DecodeJpeg. */
final class TensorFlowImages {

    private TensorFlowImages() {}

    /** Returns the tensor that TensorFlow decodes from an image, or empty if TensorFlow rejects the image. */
    static Optional<DenseTensor> decode(Bytes encoded, int channels) {
        return run(
                encoded,
                (tf, file) -> tf.image
                        .decodeImage(file, TUint8.class, DecodeImage.channels((long) channels))
                        .image());
    }

    /**
     * Returns the tensor that TensorFlow decodes from a JPEG with its exact transform,
     * {@code dct_method="INTEGER_ACCURATE"}. Returns empty if TensorFlow rejects the JPEG.
     */
    static Optional<DenseTensor> decodeAccurately(Bytes jpeg) {
        return run(
                jpeg,
                (tf, file) -> tf.image
                        .decodeJpeg(file, DecodeJpeg.dctMethod("INTEGER_ACCURATE"))
                        .image());
    }

    private static Optional<DenseTensor> run(
            Bytes encoded, BiFunction<Ops, Operand<TString>, Operand<TUint8>> operation) {
        try (EagerSession session = EagerSession.create()) {
            Ops tf = Ops.create(session);
            TString vector = TString.tensorOfBytes(NdArrays.vectorOfObjects(encoded.toByteArray()));
            Operand<TString> scalar = tf.reshape(tf.constantOf(vector), tf.constant(new int[0]));
            try (TUint8 tensor = operation.apply(tf, scalar).asTensor()) {
                byte[] samples = new byte[(int) tensor.size()];
                tensor.asRawTensor().data().read(samples);
                int[] shape = new int[tensor.shape().numDimensions()];
                for (int i = 0; i < shape.length; i++) {
                    shape[i] = (int) tensor.shape().get(i);
                }
                return Optional.of(TestImages.tensor(samples, shape));
            }
        } catch (TFInvalidArgumentException e) {
            return Optional.empty();
        }
    }
}
