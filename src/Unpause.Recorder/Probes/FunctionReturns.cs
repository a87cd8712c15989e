using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Iced.Intel;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Finds where a function returns. A probe in the middle of an instruction would break the program: what isn't certain is none.
/// </summary>
internal static class FunctionReturns
{
    /// <summary>RET of arm64, which returns through the link register.</summary>
    private const uint Arm64Return = 0xD65F03C0;

    /// <summary>The offsets of the return instructions in a function's code; empty when it isn't plainly code.</summary>
    public static IReadOnlyList<int> In(ReadOnlySpan<byte> code) =>
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? InArm64(code) : InX64(code);

    /// <inheritdoc cref="In"/>
    internal static IReadOnlyList<int> InArm64(ReadOnlySpan<byte> code)
    {
        var found = new List<int>();
        for (var at = 0; at + sizeof(uint) <= code.Length; at += sizeof(uint))
        {
            if (BinaryPrimitives.ReadUInt32LittleEndian(code[at..]) == Arm64Return) found.Add(at);
        }

        return found;
    }

    /// <inheritdoc cref="In"/>
    internal static IReadOnlyList<int> InX64(ReadOnlySpan<byte> code)
    {
        const int Bits = 64;
        var found = new List<int>();
        var decoder = Decoder.Create(Bits, new ByteArrayCodeReader(code.ToArray()));
        while (decoder.IP < (ulong)code.Length)
        {
            decoder.Decode(out var instruction);
            if (instruction.IsInvalid) return [];
            if (instruction.Mnemonic == Mnemonic.Ret) found.Add((int)instruction.IP);
        }

        return found;
    }
}
