using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;

namespace Unpause.Recorder.Probes;

/// <summary>Location of a number when a program reaches a probe: in a register, or on the stack.</summary>
/// <param name="Register">The kernel's number of the register (arch/*/include/uapi/asm/perf_regs.h).</param>
/// <param name="Displacement">Offset from the address in the register; null when the number is in the register itself.</param>
/// <param name="StackRegister">The kernel's number of the stack pointer.</param>
/// <remarks>
/// The texts are those of SystemTap's notes (sys/sdt.h), in assembler syntax: <c>-8@%r12</c>, <c>-4@112(%rsp)</c>,
/// <c>-4@-228(%rbp)</c> of x86-64, <c>-8@x21</c>, <c>-4@[sp, 96]</c> of arm64. The first number is the length, negative when signed.
/// </remarks>
internal sealed record ProbeArgument(int Register, int? Displacement, int Bytes, int StackRegister)
{
    // The frame of CPython's collector has 300 bytes (3.14, x86-64).
    private const int StackOfFrame = 1024, MostStack = 4096;
    private const int X64Stack = 7, Arm64Stack = 31, StackAlignment = 8;

    private static readonly string[] X64Names =
    [
        "ax", "bx", "cx", "dx", "si", "di", "bp", "sp", "", "", "", "", "", "", "", "",
        "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
    ];

    /// <summary>Registers to request.</summary>
    public ulong Registers => 1UL << Register | (Displacement is null ? 0 : 1UL << StackRegister);

    /// <summary>Bytes of the stack to request.</summary>
    public int StackBytes => Displacement switch
    {
        null => 0,
        { } from when Register == StackRegister => (from + Bytes + StackAlignment - 1) / StackAlignment * StackAlignment,
        _ => StackOfFrame,
    };

    /// <summary>Parses one; null for another syntax.</summary>
    /// <param name="text">One argument of a note.</param>
    public static ProbeArgument? Parse(string text, Architecture processor)
    {
        var at = text.IndexOf('@', StringComparison.Ordinal);
        if (at < 0 || !Number(text.AsSpan(0, at), out var length) || Math.Abs((long)length) is not (4 or 8)) return null;
        var (place, bytes) = (text[(at + 1)..], Math.Abs(length));
        return processor switch
        {
            Architecture.X64 => X64(place, bytes),
            Architecture.Arm64 => Arm64(place, bytes),
            _ => null,
        };
    }

    /// <summary>The number of a hit; null when it is not recorded.</summary>
    public long? ValueOf(in PerfRecord record)
    {
        if (Displacement is not { } from) return record.Value == ulong.MaxValue && Bytes == 8 ? null : Cut(record.Value);
        const int RegistersAt = 8;
        if (record.State is not { } state) return null;
        var count = BitOperations.PopCount(Registers);
        var stackAt = RegistersAt + (count * sizeof(ulong));
        if (state.Length < stackAt + sizeof(ulong) || BinaryPrimitives.ReadUInt64LittleEndian(state) == 0) return null;
        ulong Reported(int register) => BinaryPrimitives.ReadUInt64LittleEndian(
            state.AsSpan(RegistersAt + (BitOperations.PopCount(Registers & ((1UL << register) - 1)) * sizeof(ulong))));
        var size = BinaryPrimitives.ReadUInt64LittleEndian(state.AsSpan(stackAt));
        var place = Reported(Register) + (ulong)(long)from - Reported(StackRegister);
        var dump = state.AsSpan(stackAt + sizeof(ulong));
        // The stack is followed by the number of bytes that could be read.
        if (size > (ulong)(dump.Length - sizeof(ulong)) || dump.Length < sizeof(ulong)) return null;
        var read = BinaryPrimitives.ReadUInt64LittleEndian(dump[(int)size..]);
        if (read > size || place > read || read - place < (ulong)Bytes) return null;
        var bytes = dump[(int)place..];
        return Bytes == 4 ? BinaryPrimitives.ReadInt32LittleEndian(bytes) : BinaryPrimitives.ReadInt64LittleEndian(bytes);
    }

    private long Cut(ulong value) => Bytes == 4 ? (int)value : (long)value;

    private static ProbeArgument? X64(string place, int bytes)
    {
        if (place.StartsWith('%')) return X64Register(place.AsSpan(1)) is { } own ? new(own, null, bytes, X64Stack) : null;
        var open = place.IndexOf("(%", StringComparison.Ordinal);
        if (open < 0 || !place.EndsWith(')')) return null;
        if (X64Register(place.AsSpan(open + 2, place.Length - open - 3)) is not { } register) return null;
        var from = 0;
        return open > 0 && !Number(place.AsSpan(0, open), out from) ? null : OnStack(register, from, bytes, X64Stack);
    }

    private static ProbeArgument? Arm64(string place, int bytes)
    {
        if (!place.StartsWith('[')) return Arm64Register(place) is { } own and not Arm64Stack ? new(own, null, bytes, Arm64Stack) : null;
        var parts = place.TrimStart('[').TrimEnd(']').Split(',');
        var from = 0;
        if (parts.Length > 2 || !place.EndsWith(']') || Arm64Register(parts[0].Trim()) is not { } register) return null;
        return parts.Length > 1 && !Number(parts[1].AsSpan().Trim().TrimStart('#'), out from)
            ? null
            : OnStack(register, from, bytes, Arm64Stack);
    }

    /// <summary>Numbers too far from the stack's top, or above it, are not requested.</summary>
    private static ProbeArgument? OnStack(int register, int from, int bytes, int stack) =>
        register == stack && from is < 0 or > MostStack ? null : new(register, from, bytes, stack);

    private static int? X64Register(ReadOnlySpan<char> name)
    {
        var plain = name is ['r', >= '0' and <= '9', ..] ? name.TrimEnd('d') : name is ['r' or 'e', _, _] ? name[1..] : name;
        for (var i = 0; i < X64Names.Length; i++)
        {
            if (X64Names[i].Length > 0 && plain.SequenceEqual(X64Names[i])) return i;
        }

        return null;
    }

    private static int? Arm64Register(string name)
    {
        const int Last = 30;
        if (name == "sp") return Arm64Stack;
        return name is ['x' or 'w', .. var number] && Number(number, out var register) && register is >= 0 and <= Last ? register : null;
    }

    private static bool Number(ReadOnlySpan<char> text, out int number) =>
        int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number);
}
