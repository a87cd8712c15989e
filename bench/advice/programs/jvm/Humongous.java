/** Arrays of 600 to 1,800 KB, humongous in a heap of 300 MiB whose regions are 1 MiB. Fixed: they are reused. */
public class Humongous {
    private static final java.util.ArrayDeque<byte[]> held = new java.util.ArrayDeque<>(), free = new java.util.ArrayDeque<>();

    public static void main(String[] args) throws Exception {
        Advice.run(args, Humongous::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        int size = 600_000 + (int) (work * 7919 % 1_200_000);
        byte[] message = fixed && !free.isEmpty() ? free.remove() : new byte[fixed ? 1_800_000 : size];
        java.util.Arrays.fill(message, 0, size, (byte) work);
        held.add(message);
        if (held.size() > 60) free.add(held.remove());
        if (!fixed) free.clear();
    }
}
