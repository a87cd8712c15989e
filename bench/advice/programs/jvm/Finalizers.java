/** Every object has a finalize() method, so each is kept for one more collection. Fixed: none has. */
public class Finalizers {
    private static Object kept;
    static class Plain { byte[] data = new byte[200]; }
    static class Finalized extends Plain {
        static long closed;
        @Override @SuppressWarnings({"deprecation", "removal"}) protected void finalize() { closed++; }
    }

    public static void main(String[] args) throws Exception {
        Advice.run(args, Finalizers::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 1_000; i++) kept = fixed ? new Plain() : new Finalized();
    }
}
