namespace Unpause.Recordings.Words;

/// <summary>
/// Recognises functions of Go's standard library by their names: <c>net/http.(*conn).serve</c>, <c>strings.Repeat</c>. A name is a
/// package's path, a dot, and a function, a type's method, or either with what the compiler made of it (<c>func1</c>).
/// </summary>
public static class GoPackages
{
    // The first part of each path in Go's src folder, 1.0 to 1.26; a path of anybody else begins with a domain or the module's own name.
    private static readonly HashSet<string> Standard = new(StringComparer.Ordinal)
    {
        "archive", "arena", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed", "encoding",
        "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter", "log", "maps", "math", "mime",
        "net", "os", "path", "plugin", "reflect", "regexp", "runtime", "simd", "slices", "sort", "strconv", "strings", "structs", "sync",
        "syscall", "testing", "text", "time", "unicode", "unique", "unsafe", "vendor", "weak",
    };

    private static readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> ByPart = Standard.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Whether a function is of the standard library or the runtime.</summary>
    public static bool IsStandard(ReadOnlySpan<char> name)
    {
        // The types that a generic function is made for may have paths of their own.
        if (name.IndexOf('[') is > 0 and var types) name = name[..types];
        var slash = name.LastIndexOf('/');
        var dot = name[(slash + 1)..].IndexOf('.');
        if (dot <= 0) return false;
        var first = name.IndexOf('/') is > 0 and var end ? name[..end] : name[..dot];
        return ByPart.Contains(first) && (slash > 0 || IsGoSymbol(name[(dot + 1)..]));
    }

    /// <summary>
    /// Whether what follows a package can be Go's: a package of Java, <c>io.netty.buffer.Pool.take</c>, goes on with more of its path.
    /// </summary>
    private static bool IsGoSymbol(ReadOnlySpan<char> symbol)
    {
        if (symbol.Length == 0) return false;
        var dot = symbol.IndexOf('.');
        return dot < 0 || symbol[0] == '(' || char.IsUpper(symbol[0]) || IsMadeByCompiler(symbol[(dot + 1)..]);
    }

    private static bool IsMadeByCompiler(ReadOnlySpan<char> part) => part is [>= '0' and <= '9', ..]
        || part.StartsWith("func") || part.StartsWith("gowrap") || part.StartsWith("deferwrap");
}
