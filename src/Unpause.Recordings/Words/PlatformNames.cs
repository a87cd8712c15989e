namespace Unpause.Recordings.Words;

/// <summary>How names of a platform's own types begin: the prefixes that platforms keep for themselves.</summary>
public static class PlatformNames
{
    private static readonly string[] Java = ["java.", "javax.", "jdk.", "sun.", "com.sun."];
    private static readonly string[] JvmLanguages = ["kotlin.", "kotlinx.", "scala."];
    private static readonly string[] DotNet = ["System.", "Microsoft.", "Internal.", "Interop.", "Interop+", "MS.Internal."];

    /// <summary>Whether a type or method is of the JDK.</summary>
    public static bool IsJava(ReadOnlySpan<char> name) => StartsWithAny(name, Java);

    /// <summary>Whether a type or method is of any platform, libraries of its languages included.</summary>
    public static bool IsAny(ReadOnlySpan<char> name) =>
        StartsWithAny(name, DotNet) || StartsWithAny(name, Java) || StartsWithAny(name, JvmLanguages);

    private static bool StartsWithAny(ReadOnlySpan<char> name, string[] prefixes)
    {
        foreach (var prefix in prefixes)
        {
            if (name.StartsWith(prefix, StringComparison.Ordinal)) return true;
        }

        return false;
    }
}
