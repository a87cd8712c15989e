using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>
/// The methods of one process by the addresses of their code, from MethodLoadVerbose and its rundown. Payload:
/// dotnet/runtime, src/coreclr/vm/ClrEtwAll.man, MethodLoadUnloadVerbose_V1.
/// </summary>
internal sealed class MethodTable
{
    private readonly List<Method> _methods = [];
    private bool _sorted = true;

    /// <summary>Whether no method is known.</summary>
    public bool IsEmpty => _methods.Count == 0;

    public void Add(in RuntimeEvent e)
    {
        if (_methods.Count >= Limits.Methods) return;
        var payload = new PayloadReader(e.Payload);
        payload.Skip(8 + 8);
        var start = (ulong)payload.Int64();
        var size = payload.UInt32();
        payload.Skip(4 + 4);
        var type = payload.Utf16();
        var name = payload.Utf16();
        if (payload.Short || size == 0) return;
        _methods.Add(new Method(start, size, Cut(type).ToArray(), Cut(name).ToArray()));
        _sorted = false;
    }

    /// <summary>The method whose code contains an address, as <c>Namespace.Type.Method</c>; null when none is known.</summary>
    public string? NameAt(ulong address)
    {
        if (!_sorted) _methods.Sort(static (a, b) => a.Start.CompareTo(b.Start));
        _sorted = true;
        var low = 0;
        var high = _methods.Count - 1;
        while (low <= high)
        {
            var middle = (low + high) >>> 1;
            var method = _methods[middle];
            if (address < method.Start) high = middle - 1;
            else if (address - method.Start >= method.Size) low = middle + 1;
            else return method.Name;
        }

        return null;
    }

    private static ReadOnlySpan<byte> Cut(ReadOnlySpan<byte> utf16) => utf16[..Math.Min(utf16.Length & ~1, 2 * Limits.NameBytes)];

    private sealed class Method(ulong start, uint size, byte[] type, byte[] name)
    {
        private string? _name;

        public ulong Start => start;

        public uint Size => size;

        public string Name => _name ??= type.Length == 0 ? Text(name) : $"{Text(type)}.{Text(name)}";

        private static string Text(byte[] utf16) => MemoryMarshal.Cast<byte, char>(utf16).ToString();
    }
}
