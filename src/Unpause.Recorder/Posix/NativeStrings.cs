using System.Runtime.InteropServices;

namespace Unpause.Recorder.Posix;

/// <summary>A null-terminated array of null-terminated byte strings in native memory, as execve requires it.</summary>
internal sealed unsafe class NativeStrings : IDisposable
{
    private readonly int _count;

    public NativeStrings(IReadOnlyList<byte[]> strings)
    {
        _count = strings.Count;
        Pointer = (byte**)NativeMemory.AllocZeroed((nuint)_count + 1, (nuint)sizeof(byte*));
        for (var i = 0; i < _count; i++)
        {
            Pointer[i] = (byte*)NativeMemory.Alloc((nuint)strings[i].Length + 1);
            strings[i].CopyTo(new Span<byte>(Pointer[i], strings[i].Length));
            Pointer[i][strings[i].Length] = 0;
        }
    }

    public byte** Pointer { get; private set; }

    public void Dispose()
    {
        if (Pointer == null) return;
        for (var i = 0; i < _count; i++) NativeMemory.Free(Pointer[i]);
        NativeMemory.Free(Pointer);
        Pointer = null;
    }
}
