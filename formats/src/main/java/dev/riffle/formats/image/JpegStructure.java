package dev.riffle.formats.image;

/**
 * Holds the contents of a JPEG's markers.
 *
 * @param file the bytes for a decoder of pixels, up to the end marker
 * @param components the number of samples of a pixel in the file
 * @param adobeTransform the colour transform of Adobe's marker; -1 without this marker
 * @param componentIds the numbers of the components
 */
record JpegStructure(
        byte[] file, int height, int width, int components, int adobeTransform, boolean isJfif, int[] componentIds) {

    /** Reads the markers up to the marker of the frame. */
    static ImageHeader header(ImageBytes data) {
        JpegMarkers markers = new JpegMarkers(data);
        markers.toFrame();
        JpegStructure jpeg = markers.structure();
        return new ImageHeader(ImageFormat.JPEG, jpeg.height, jpeg.width, Math.min(3, jpeg.components));
    }

    /** Reads all markers that decoding needs. */
    static JpegStructure read(ImageBytes data) {
        JpegMarkers markers = new JpegMarkers(data);
        markers.toFrame();
        markers.toEnd();
        return markers.structure();
    }

    /** Returns the coding of the samples, by libjpeg's rules. */
    Coding coding() {
        if (components == 1) {
            return Coding.GRAY;
        }
        if (components == 4) {
            return adobeTransform == 2 ? Coding.YCCK : Coding.CMYK;
        }
        if (isJfif) {
            return Coding.YCBCR;
        }
        if (adobeTransform >= 0) {
            return adobeTransform == 0 ? Coding.RGB : Coding.YCBCR;
        }
        boolean isRgb = componentIds[0] == 'R' && componentIds[1] == 'G' && componentIds[2] == 'B';
        return isRgb ? Coding.RGB : Coding.YCBCR;
    }

    /** Lists the codings of the samples of a pixel. */
    enum Coding {
        GRAY,
        YCBCR,
        RGB,
        CMYK,
        YCCK
    }
}
