package dev.riffle.formats.image;

/**
 * What the markers of a JPEG say.
 *
 * @param file the bytes for a decoder of pixels, down to the end marker
 * @param components samples of a pixel in the file
 * @param adobeTransform what Adobe's marker says of the colours; -1 without one
 * @param componentIds the numbers of the components
 */
record JpegStructure(
        byte[] file, int height, int width, int components, int adobeTransform, boolean isJfif, int[] componentIds) {

    /** What the markers up to the frame's say. */
    static ImageHeader header(ImageBytes data) {
        JpegMarkers markers = new JpegMarkers(data);
        markers.toFrame();
        JpegStructure jpeg = markers.structure();
        return new ImageHeader(ImageFormat.JPEG, jpeg.height, jpeg.width, Math.min(3, jpeg.components));
    }

    /** All markers that decoding needs. */
    static JpegStructure read(ImageBytes data) {
        JpegMarkers markers = new JpegMarkers(data);
        markers.toFrame();
        markers.toEnd();
        return markers.structure();
    }

    /** How the samples of a pixel are coded, by libjpeg's rules. */
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
        boolean saysRgb = componentIds[0] == 'R' && componentIds[1] == 'G' && componentIds[2] == 'B';
        return saysRgb ? Coding.RGB : Coding.YCBCR;
    }

    /** How the samples of a pixel are coded. */
    enum Coding {
        GRAY,
        YCBCR,
        RGB,
        CMYK,
        YCCK
    }
}
