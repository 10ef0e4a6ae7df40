package dev.riffle.cli.image;

import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.ImageFormat;
import dev.riffle.formats.image.ImageHeader;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;

/** Represents an image as a record stores it. */
sealed interface StoredImage {

    /** Returns the stored bytes. */
    Bytes bytes();

    /** Returns a description of the stored form for people. */
    String title();

    /** Returns the numbers of rows, columns and channels, without decoding. */
    Shape shape();

    /** Returns the samples, uint8 [height, width, channels]. For an animation, returns the first frame. */
    DenseTensor pixels();

    /** Holds an encoded image. */
    record Encoded(Bytes bytes, ImageFormat format) implements StoredImage {

        @Override
        public String title() {
            return format.name();
        }

        @Override
        public Shape shape() {
            ImageHeader header = ImageHeader.read(bytes);
            return Shape.of(header.height(), header.width(), header.channels());
        }

        @Override
        public DenseTensor pixels() {
            return ImageDecoder.defaults().firstFrame().decode(bytes);
        }
    }

    /** Holds consecutive samples, without a header. */
    record Raw(Bytes bytes, Shape shape) implements StoredImage {

        @Override
        public String title() {
            return "raw pixels";
        }

        @Override
        public DenseTensor pixels() {
            return DenseTensor.of(shape, Values.wrap(DType.UINT8, bytes.size(), bytes.asByteBuffer()));
        }
    }
}
