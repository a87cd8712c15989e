/** Each script is loaded by a class loader of its own, so metadata collections run. Fixed: one loader is kept. */
public class Loaders {
    private static Class<?> loaded;
    private static byte[] code;
    static class Script { static final byte[] DATA = new byte[1000]; }
    static class Fresh extends ClassLoader {
        Class<?> define() { return defineClass("Loaders$Script", code, 0, code.length); }
    }

    public static void main(String[] args) throws Exception {
        java.io.InputStream in = Loaders.class.getResourceAsStream("Loaders$Script.class");
        code = new byte[in.available()];
        if (in.read(code) != code.length) throw new IllegalStateException();
        Advice.run(args, Loaders::unit);
    }

    private static void unit(long work, boolean fixed) throws Exception {
        if (!fixed || loaded == null) loaded = new Fresh().define();
        java.lang.reflect.Field data = loaded.getDeclaredField("DATA");
        data.setAccessible(true);
        if (((byte[]) data.get(null)).length != 1000) throw new IllegalStateException();
    }
}
