namespace Unpause.Recordings.Readers.Jvm;

/// <summary>Names of classes: from the virtual machine's form to the one that Java's source has.</summary>
internal static class JvmTypeNames
{
    private const string Lambda = "$$Lambda";

    /// <summary>
    /// <c>[B</c> → <c>byte[]</c>, <c>[Ljava/lang/String;</c> → <c>java.lang.String[]</c>, <c>java/util/HashMap$Node</c> →
    /// <c>java.util.HashMap$Node</c>. The number and address of a hidden class (<c>App$$Lambda$14/0x0000000800c03000</c>) differ
    /// between runs and are cut off: <c>App$$Lambda</c>.
    /// </summary>
    public static string? Readable(string? name)
    {
        if (string.IsNullOrEmpty(name)) return null;
        var dimensions = name.Length - name.AsSpan().TrimStart('[').Length;
        var element = name.AsSpan(dimensions);
        if (dimensions > 0 && element is ['L', .., ';']) element = element[1..^1];
        var readable = dimensions > 0 && element.Length == 1 ? Primitive(element[0]) : WithoutRun(element.ToString());
        return dimensions == 0 ? readable : readable + string.Concat(Enumerable.Repeat("[]", Math.Min(dimensions, 255)));
    }

    /// <summary>Whether a class in readable form, or an array's element, is Java's own.</summary>
    public static bool IsLibrary(string name)
    {
        var element = name.AsSpan().TrimEnd("[]");
        if (element.IndexOf('.') < 0) return element is "byte" or "char" or "double" or "float" or "int" or "long" or "short" or "boolean";
        return PlatformNames.IsJava(element);
    }

    private static string WithoutRun(string name)
    {
        var lambda = name.IndexOf(Lambda, StringComparison.Ordinal);
        if (lambda >= 0) return name[..(lambda + Lambda.Length)].Replace('/', '.');
        var address = Math.Max(name.IndexOf("/0x", StringComparison.Ordinal), name.IndexOf("+0x", StringComparison.Ordinal));
        return (address > 0 ? name[..address] : name).Replace('/', '.');
    }

    private static string Primitive(char letter) => letter switch
    {
        'B' => "byte",
        'C' => "char",
        'D' => "double",
        'F' => "float",
        'I' => "int",
        'J' => "long",
        'S' => "short",
        'Z' => "boolean",
        _ => letter.ToString(),
    };
}
