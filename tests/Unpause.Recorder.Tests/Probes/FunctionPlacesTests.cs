using Iced.Intel;
using Unpause.Recorder.Probes;
using static Iced.Intel.AssemblerRegisters;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Offsets of probes in a function's code, on generated code.</summary>
public sealed class FunctionPlacesTests
{
    [Fact]
    public void BeginningX64_StackCheck_IsItsJump() =>
        Assert.Equal(4, FunctionPlaces.BeginningX64(Code(code =>
        {
            var (grow, begin) = (code.CreateLabel(), code.CreateLabel());
            code.Label(ref begin);
            code.cmp(rsp, __qword_ptr[r14 + 16]);
            code.jbe(grow);
            code.sub(rsp, 24);
            code.ret();
            code.Label(ref grow);
            code.jmp(begin);
        })));

    [Fact]
    public void BeginningX64_Push_IsTheEntry() => Assert.Equal(0, FunctionPlaces.BeginningX64(Code(code =>
    {
        code.push(rbp);
        code.ret();
    })));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void BeginningX64_ArgumentChangedOrLoop_IsTheEntry(bool changes) =>
        Assert.Equal(0, FunctionPlaces.BeginningX64(Code(code =>
        {
            var again = code.CreateLabel();
            if (changes) code.lea(rax, __[rsp - 8]);
            else code.cmp(rsp, r12);
            code.Label(ref again);
            code.nop();
            if (changes) code.ret();
            else code.jmp(again);
        })));

    [Fact]
    public void ReturnsX64_JumpWithinTheEpilogue_IsUsed()
    {
        var code = Code(code =>
        {
            var end = code.CreateLabel();
            code.call(0x100);
            code.cmp(ecx, 1);
            code.jne(end); // 8
            code.cmp(al, 0);
            code.je(end); // passed by some only
            code.mov(eax, 1);
            code.Label(ref end);
            code.add(rsp, 88);
            code.ret();
        });
        Assert.Equal([8], FunctionPlaces.ReturnsX64(code));
    }

    [Fact]
    public void ReturnsX64_BranchIntoOrOutOfTheEpilogue_UsesTheReturn()
    {
        var entered = Code(code =>
        {
            var end = code.CreateLabel();
            code.test(ecx, ecx);
            code.je(end);
            code.mov(eax, 1);
            code.nop(); // not passed by those who jump
            code.Label(ref end);
            code.add(rsp, 88);
            code.ret();
        });
        // Control always reaches the jump, which is before the branch target.
        Assert.Equal([2], FunctionPlaces.ReturnsX64(entered));
        var left = Code(code =>
        {
            var begin = code.CreateLabel();
            code.Label(ref begin);
            code.dec(ecx);
            code.jne(begin); // comes by again and again
            code.ret();
        });
        Assert.Equal([left.Length - 1], FunctionPlaces.ReturnsX64(left));
        var table = Code(code =>
        {
            code.nop();
            code.ret();
            code.jmp(rax);
        });
        Assert.Equal([1], FunctionPlaces.ReturnsX64(table));
    }

    [Fact]
    public void ReturnsX64_LargerDistanceRequested_IsUsed()
    {
        // Like the end of gcAssistAlloc in Go 1.23: a check for an execution trace, and the code that writes to it.
        var code = Code(code =>
        {
            var (end, other, both) = (code.CreateLabel(), code.CreateLabel(), code.CreateLabel());
            code.cmp(al, 0);
            code.je(end); // 2
            code.test(ecx, ecx);
            code.js(other);
            code.call(rax);
            code.jmp(both);
            code.Label(ref other);
            for (var i = 0; i < 25; i++) code.dec(ecx);
            code.Label(ref both);
            for (var i = 0; i < 25; i++) code.dec(edx);
            code.Label(ref end);
            code.add(rsp, 80);
            code.pop(rbp);
            code.ret();
        });
        Assert.Equal([code.Length - 1], FunctionPlaces.ReturnsX64(code));
        Assert.Equal([2], FunctionPlaces.ReturnsX64(code, 70));
    }

    /// <summary>A file of another user with only pushes and returns caused 16,000 searches of 64 KiB.</summary>
    [Fact]
    public void ReturnsX64_OnlyPushesAndReturns_EndsAtOnce()
    {
        var code = new byte[FileWindow.Size];
        for (var i = 0; i < code.Length; i++) code[i] = (byte)(i % 4 == 3 ? 0xC3 : 0x50);
        var since = System.Diagnostics.Stopwatch.GetTimestamp();
        Assert.Empty(FunctionPlaces.ReturnsX64(code, 48));
        Assert.InRange(System.Diagnostics.Stopwatch.GetElapsedTime(since).TotalSeconds, 0, 5);
    }

    [Fact]
    public void Returns_InvalidCode_HasNoPlaces()
    {
        byte[] damaged = [0x90, 0xC3, 0x06];
        Assert.Empty(FunctionPlaces.ReturnsX64(damaged));
        Assert.Equal(0, FunctionPlaces.BeginningX64(damaged));
        Assert.Equal([4], FunctionPlaces.ReturnsArm64([0, 0, 0, 0, 0xC0, 0x03, 0x5F, 0xD6]));
    }

    private static byte[] Code(Action<Assembler> write)
    {
        var code = new Assembler(64);
        write(code);
        using var stream = new MemoryStream();
        code.Assemble(new StreamCodeWriter(stream), 0);
        return stream.ToArray();
    }
}
