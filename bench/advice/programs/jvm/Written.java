/** A large old array of references of which slots are replaced at random; fixed: it keeps numbers. */
final class Written {
    private static final int SLOTS = 60_000_000;
    private static final java.util.Random RANDOM = new java.util.Random(1);
    private static Object[] references;
    private static int[] numbers;

    public static void main(String[] args) throws Exception {
        if (Advice.isFixed(args)) numbers = new int[SLOTS];
        else references = new Object[SLOTS];
        String[] names = {"anna", "bela", "cleo", "dora"};
        Advice.run(args, (work, fixed) -> {
            for (int i = 0; i < 2_000; i++) {
                int slot = RANDOM.nextInt(SLOTS), name = i & 3;
                if (fixed) numbers[slot] = name;
                else references[slot] = names[name];
            }
            byte[] reply = new byte[64 << 10];
            reply[(int) (work & 1023)] = 1;
        });
    }
}
