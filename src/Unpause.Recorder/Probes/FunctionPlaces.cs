using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Iced.Intel;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Offsets for probes at a function's entry and at each of its returns. The kernel emulates some instructions. Others are single-stepped,
/// which is a second trap, and in a virtual machine can cost ten times the first (measured: 1.2 and 11 µs). So the nearest offset with an
/// emulated instruction is used if all threads that reach it have almost certainly just entered, or are about to return.
/// </summary>
/// <remarks>
/// A probe in the middle of an instruction would break the program, so functions that do not decode cleanly have no offsets. Emulated
/// instructions: arch/x86/kernel/uprobes.c, branch_setup_xol_ops and push_setup_xol_ops.
/// </remarks>
internal static class FunctionPlaces
{
    /// <summary>RET of arm64, which returns through the link register; the kernel emulates it.</summary>
    private const uint Arm64Return = 0xD65F03C0;

    /// <summary>How many instructions before a return its probe may be.</summary>
    private const int MostBefore = 24;

    /// <summary>Maximum number of returns: gcAssistAlloc of Go 1.26 has 3. All jumps are checked for each of them.</summary>
    private const int MostReturns = 16;

    /// <summary>An offset that every call reaches while the arguments are still in registers.</summary>
    /// <param name="code">The function's code, or its start.</param>
    public static int Beginning(ReadOnlySpan<byte> code, Architecture processor) =>
        processor == Architecture.Arm64 ? 0 : BeginningX64(code);

    /// <summary>
    /// Offsets that every return reaches and nothing else; empty when the code does not decode, or has too many returns.
    /// </summary>
    /// <param name="code">The function's complete code.</param>
    /// <param name="mostBefore">How many instructions before a return an offset may be.</param>
    public static IReadOnlyList<int> Returns(ReadOnlySpan<byte> code, Architecture processor, int mostBefore = MostBefore) =>
        processor == Architecture.Arm64 ? ReturnsArm64(code) : ReturnsX64(code, mostBefore);

    /// <inheritdoc cref="Returns"/>
    internal static IReadOnlyList<int> ReturnsArm64(ReadOnlySpan<byte> code)
    {
        var found = new List<int>();
        for (var at = 0; at + sizeof(uint) <= code.Length; at += sizeof(uint))
        {
            if (BinaryPrimitives.ReadUInt32LittleEndian(code[at..]) == Arm64Return) found.Add(at);
        }

        return found.Count <= MostReturns ? found : [];
    }

    /// <inheritdoc cref="Beginning"/>
    /// <remarks>Go functions start with a stack check: CMP (or LEA to R12 and CMP) and a jump that is not taken.</remarks>
    internal static int BeginningX64(ReadOnlySpan<byte> code)
    {
        if (Decode(code) is not { } instructions) return 0;
        foreach (var instruction in instructions)
        {
            if (NeedsNoStep(instruction))
                return instructions.Exists(jump => IsJumpInto(jump, from: 1, to: instruction.IP)) ? 0 : (int)instruction.IP;
            // LEA of EAX changes RAX too.
            if (instruction.Mnemonic is not (Mnemonic.Cmp or Mnemonic.Lea) || instruction.Op0Register.GetFullRegister() == Register.RAX)
                return 0;
        }

        return 0;
    }

    /// <inheritdoc cref="Returns"/>
    internal static IReadOnlyList<int> ReturnsX64(ReadOnlySpan<byte> code, int mostBefore = MostBefore)
    {
        if (Decode(code) is not { } instructions) return [];
        if (instructions.Count(instruction => instruction.Mnemonic == Mnemonic.Ret) > MostReturns) return [];
        var jumpsAnywhere = instructions.Exists(instruction => instruction.FlowControl == FlowControl.IndirectBranch);
        var jumps = instructions.FindAll(instruction => IsJump(instruction));
        var found = new List<int>();
        for (var i = 0; i < instructions.Count; i++)
        {
            if (instructions[i].Mnemonic != Mnemonic.Ret) continue;
            var place = jumpsAnywhere ? i : BeforeReturn(instructions, jumps, i, mostBefore);
            found.Add((int)instructions[place].IP);
        }

        return found;
    }

    /// <summary>The earliest instruction before the return after which control can neither enter nor leave except by the return.</summary>
    private static int BeforeReturn(List<Instruction> instructions, List<Instruction> jumps, int end, int mostBefore)
    {
        for (var i = end - 1; i >= Math.Max(0, end - mostBefore); i--)
        {
            if (instructions[i].FlowControl is not
                (FlowControl.Next or FlowControl.Call or FlowControl.IndirectCall or FlowControl.ConditionalBranch
                or FlowControl.UnconditionalBranch))
            {
                break;
            }

            if (NeedsNoStep(instructions[i]) && IsClosed(jumps, instructions[i].IP, instructions[end].IP)) return i;
        }

        return end;
    }

    /// <summary>Whether control enters the range only at its first instruction and leaves it only at its last.</summary>
    private static bool IsClosed(List<Instruction> jumps, ulong first, ulong last) => !jumps.Exists(jump =>
    {
        var isInside = jump.IP >= first && jump.IP <= last;
        return isInside != IsJumpInto(jump, first + 1, last);
    });

    private static bool IsJump(in Instruction instruction) =>
        instruction.FlowControl is FlowControl.ConditionalBranch or FlowControl.UnconditionalBranch;

    private static bool IsJumpInto(in Instruction jump, ulong from, ulong to) =>
        IsJump(jump) && jump.NearBranchTarget >= from && jump.NearBranchTarget <= to;

    private static bool NeedsNoStep(in Instruction instruction) => instruction.Code switch
    {
        Code.Nopd or Code.Push_r64 => instruction.Length == 1,
        Code.Call_rel32_64 => instruction.Length == 5,
        _ => instruction is { IsJccShort: true, Length: 2 } or { IsJccNear: true, Length: 6 },
    };

    /// <summary>All instructions; null when some bytes are invalid.</summary>
    private static List<Instruction>? Decode(ReadOnlySpan<byte> code)
    {
        const int Bits = 64;
        var found = new List<Instruction>();
        var decoder = Decoder.Create(Bits, new ByteArrayCodeReader(code.ToArray()));
        while (decoder.IP < (ulong)code.Length)
        {
            decoder.Decode(out var instruction);
            if (instruction.IsInvalid) return null;
            found.Add(instruction);
        }

        return found;
    }
}
