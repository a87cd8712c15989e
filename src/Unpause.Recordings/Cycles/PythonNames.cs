namespace Unpause.Recordings.Cycles;

/// <summary>Names of CPython's own types and attributes that connect objects.</summary>
public static class PythonNames
{
    /// <summary>An instance's, a class's or a module's dictionary.</summary>
    public const string InstanceDictionary = "__dict__";

    /// <summary>A function's cells.</summary>
    public const string ClosureTuple = "__closure__";

    /// <summary>The type of functions.</summary>
    public const string Function = "function";

    /// <summary>A type without its module.</summary>
    public static string Short(string type) => type[(type.LastIndexOf('.') + 1)..];
}
