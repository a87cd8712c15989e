using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Locations of numbers in USDT notes, in assembler syntax.</summary>
public sealed class ProbeArgumentTests
{
    [Theory]
    [InlineData("-4@%edi", 5, null, 4)]
    [InlineData("-8@%r12", 20, null, 8)]
    [InlineData("8@%rax", 0, null, 8)]
    [InlineData("-4@%r10d", 18, null, 4)]
    [InlineData("-4@112(%rsp)", 7, 112, 4)]
    [InlineData("-4@-228(%rbp)", 6, -228, 4)]
    [InlineData("8@(%rbx)", 1, 0, 8)]
    public void Parse_X64Operand_IsUnderstood(string text, int register, int? displacement, int bytes)
    {
        var found = ProbeArgument.Parse(text, Architecture.X64)!;
        Assert.Equal((register, displacement, bytes), (found.Register, found.Displacement, found.Bytes));
    }

    [Theory]
    [InlineData("-4@w1", 1, null, 4)]
    [InlineData("-8@x21", 21, null, 8)]
    [InlineData("-4@[sp,96]", 31, 96, 4)]
    [InlineData("-4@[x29,#-20]", 29, -20, 4)]
    public void Parse_Arm64Operand_IsUnderstood(string text, int register, int? displacement, int bytes)
    {
        var found = ProbeArgument.Parse(text, Architecture.Arm64)!;
        Assert.Equal((register, displacement, bytes), (found.Register, found.Displacement, found.Bytes));
    }

    [Theory]
    [InlineData("")]
    [InlineData("@")]
    [InlineData("-4")]
    [InlineData("-4@")]
    [InlineData("-4@$2")]
    [InlineData("-2@%di")]
    [InlineData("-4@%xmm0")]
    [InlineData("-4@symbol(%rip)")]
    [InlineData("-4@8(%rax,%rbx,4)")]
    [InlineData("-4@-8(%rsp)")]
    [InlineData("-4@99999999999(%rsp)")]
    [InlineData("-4@70000(%rsp)")]
    [InlineData("-2147483648@%rax")]
    public void Parse_OtherSyntax_IsNull(string text)
    {
        Assert.Null(ProbeArgument.Parse(text, Architecture.X64));
        Assert.Null(ProbeArgument.Parse(text, Architecture.Arm64));
    }

    [Fact]
    public void ValueOf_NumberOnTheStack_IsFoundByBothRegisters()
    {
        var argument = ProbeArgument.Parse("-4@-16(%rbp)", Architecture.X64)!;
        var hit = Hit(bp: 0x1020, sp: 0x1000, stack: 64, read: 64, (0x10, -7));
        Assert.Equal(-7, argument.ValueOf(hit));
        // It was not read that far, or is outside the recorded part.
        Assert.Null(argument.ValueOf(Hit(bp: 0x1020, sp: 0x1000, stack: 64, read: 16, (0x10, -7))));
        Assert.Null(argument.ValueOf(Hit(bp: 0x2000, sp: 0x1000, stack: 64, read: 64)));
        Assert.Null(argument.ValueOf(Hit(bp: 0, sp: 0x1000, stack: 64, read: 64)));
        Assert.Null(argument.ValueOf(Hit(bp: 0x1020, sp: 0x1000, stack: 64, read: ulong.MaxValue)));
        for (var length = 0; length < hit.State!.Length; length++)
            Assert.Null(argument.ValueOf(hit with { State = hit.State[..length] }));
    }

    private static PerfRecord Hit(ulong bp, ulong sp, int stack, ulong read, (int At, int Value)? number = null)
    {
        var state = new byte[8 + 16 + 8 + stack + 8];
        BinaryPrimitives.WriteUInt64LittleEndian(state, 2);
        BinaryPrimitives.WriteUInt64LittleEndian(state.AsSpan(8), bp);
        BinaryPrimitives.WriteUInt64LittleEndian(state.AsSpan(16), sp);
        BinaryPrimitives.WriteUInt64LittleEndian(state.AsSpan(24), (ulong)stack);
        if (number is { } put) BinaryPrimitives.WriteInt32LittleEndian(state.AsSpan(32 + put.At), put.Value);
        BinaryPrimitives.WriteUInt64LittleEndian(state.AsSpan(32 + stack), read);
        return new PerfRecord(1, PerfRecordKind.Hit, 2) { State = state };
    }
}
