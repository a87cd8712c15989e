/** Direct buffers that are dropped, not reused: Bits.reserveMemory calls System.gc() at the limit. Fixed: one is reused. */
public class DirectBuffers {
    private static final java.util.List<byte[]> live = new java.util.ArrayList<>();
    private static java.nio.ByteBuffer buffer;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 400_000; i++) live.add(new byte[100]);
        Advice.run(args, DirectBuffers::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        if (!fixed || buffer == null) buffer = java.nio.ByteBuffer.allocateDirect(1 << 20);
        buffer.clear();
        for (int i = 0; i < 1 << 20; i += 4096) buffer.put(i, (byte) work);
    }
}
