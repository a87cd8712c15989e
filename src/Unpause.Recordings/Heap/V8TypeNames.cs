namespace Unpause.Recordings.Heap;

/// <summary>
/// Names of what is on a V8 heap: constructors, and V8's own names in parentheses, as Chrome's developer tools write them.
/// </summary>
public static class V8TypeNames
{
    /// <summary>The variables of a function or module that others refer to.</summary>
    public const string Context = "system / Context";

    /// <summary>Memory of array buffers, outside of V8's heap.</summary>
    internal const string ArrayBufferData = "system / JSArrayBufferData";

    /// <summary>Functions of the program and of the platform.</summary>
    internal const string Function = "Function";

    private static readonly HashSet<string> BuiltIns = new(StringComparer.Ordinal)
    {
        "AggregateError", "Array", "ArrayBuffer", "Arguments", "AsyncFunction", "AsyncGenerator", "BigInt64Array", "BigUint64Array",
        "Boolean", "Buffer", "DataView", "Date", "Error", "EvalError", "FastBuffer", "FinalizationRegistry", "Float16Array",
        "Float32Array", "Float64Array", Function, "Generator", "Int16Array", "Int32Array", "Int8Array", "Map", "Module", "Number",
        "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "RegExp", "Set", "SharedArrayBuffer", "String", "Symbol",
        "SyntaxError", "TypeError", "URIError", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef",
        "WeakSet", "global",
    };

    /// <summary>Whether a name is V8's, Node.js's own or one of JavaScript's own constructors: it says little by itself.</summary>
    public static bool IsLibrary(string name) =>
        name.Length == 0 || name[0] == '(' || BuiltIns.Contains(name)
        || name.StartsWith("system / ", StringComparison.Ordinal) || name.StartsWith("Node / ", StringComparison.Ordinal);
}
