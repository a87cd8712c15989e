/** A cache of soft references, which only a full heap clears. Fixed: it keeps 5,000 entries. */
public class SoftCache {
    private static final java.util.Map<Long, Object> cache = new java.util.LinkedHashMap<>();
    private static Object kept;

    public static void main(String[] args) throws Exception {
        Advice.run(args, SoftCache::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        for (int i = 0; i < 20; i++) kept = new byte[500];
        byte[] page = new byte[4_000];
        cache.put(work % 200_000, fixed ? page : new java.lang.ref.SoftReference<>(page));
        if (fixed && cache.size() > 5_000) cache.remove(cache.keySet().iterator().next());
    }
}
