namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>Names of a chunk's classes, methods and call stacks, each made once: keys of constants are valid for one chunk only.</summary>
internal sealed class JfrNames
{
    private readonly Dictionary<long, string?> _classes = [];
    private readonly Dictionary<long, string?> _methods = [];
    private readonly Dictionary<long, IReadOnlyList<string>> _stacks = [];

    /// <summary>A class's name as Java writes it; null when the recording doesn't contain it.</summary>
    public string? Class(in JfrValue type)
    {
        if (!_classes.TryGetValue(type.Key, out var name)) _classes[type.Key] = name = JvmTypeNames.Readable(type["name"].Text());
        return name;
    }

    /// <summary>A stack's methods, the innermost first; empty when there is none.</summary>
    public IReadOnlyList<string> Stack(in JfrValue stack)
    {
        if (stack.Key == 0) return [];
        if (!_stacks.TryGetValue(stack.Key, out var methods)) _stacks[stack.Key] = methods = Methods(stack);
        return methods;
    }

    private List<string> Methods(in JfrValue stack)
    {
        var methods = new List<string>();
        foreach (var frame in stack["frames"].Elements(Limits.StackFrames))
        {
            if (Method(frame["method"]) is { } method) methods.Add(method);
        }

        return methods;
    }

    private string? Method(in JfrValue method)
    {
        if (!_methods.TryGetValue(method.Key, out var name))
        {
            var type = Class(method["type"]);
            var own = method["name"].Text();
            _methods[method.Key] = name = own is null ? null : type is null ? own : $"{type}.{own}";
        }

        return name;
    }
}
