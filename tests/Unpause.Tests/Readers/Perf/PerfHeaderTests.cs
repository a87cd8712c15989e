using System.Text;
using Unpause.Recordings.Readers.Perf;

namespace Unpause.Tests.Readers.Perf;

/// <summary>Header lines as public files have them (FlameGraph's and inferno's tests, perf's own manual), each with its content.</summary>
public class PerfHeaderTests
{
    [Theory]
    [InlineData("java 12688 [002] 6544038.708352: cpu-clock:", "java", -1, 12688, 6544038708352000L, "cpu-clock", "")]
    [InlineData("java 12688/12764 [002] 6544038.708352: cpu-clock: ", "java", 12688, 12764, 6544038708352000L, "cpu-clock", "")]
    [InlineData("node 15957 74233.152220: cpu-clock:", "node", -1, 15957, 74233152220000L, "cpu-clock", "")]
    [InlineData("chat-1.19 29461 71964.186806:    2004008 cpu-clock: ", "chat-1.19", -1, 29461, 71964186806000L, "cpu-clock", "")]
    [InlineData("vote   913    72.176760:     257597 cycles:uppp:", "vote", -1, 913, 72176760000L, "cycles:uppp", "")]
    [InlineData("GC Thread#1 348/352 [001] 1.5: 5025125 cpu-clock:uhH: ", "GC Thread#1", 348, 352, 1500000000L, "cpu-clock:uhH", "")]
    [InlineData("V8 WorkerThread 24636/25607 [000] 94564.109216: cycles:", "V8 WorkerThread", 24636, 25607, 94564109216000L, "cycles", "")]
    [InlineData("C2 CompilerThre 1 cpu-clock:", "C2 CompilerThre", -1, 1, null, "cpu-clock", "")]
    [InlineData("Thread 2 of 3 17 [000] 1.0: cycles:", "Thread 2 of 3", -1, 17, 1000000000L, "cycles", "")]
    [InlineData("python3 77 [001] 5.25: sdt_python:gc__start: (55d2)", "python3", -1, 77, 5250000000L, "sdt_python:gc__start", "(55d2)")]
    [InlineData("swapper     0 [000]   3.5: cpu_core/cycles/P:", "swapper", -1, 0, 3500000000L, "cpu_core/cycles/P", "")]
    [InlineData(":1234  1234 [000] 3.5: cycles:", ":1234", -1, 1234, 3500000000L, "cycles", "")]
    [InlineData("java 12 99.000000001: ", "java", -1, 12, 99000000001L, "", "")]
    [InlineData("            sshd  44 [000] 1.0: 250000 cpu-clock:  7f0a read+0x4d (/lib/libc.so.6)",
        "sshd", -1, 44, 1000000000L, "cpu-clock", "7f0a read+0x4d (/lib/libc.so.6)")]
    public void PerfHeader_Header_IsParsed(string line, string name, int process, int thread, long? time, string @event, string rest)
    {
        Assert.True(PerfHeader.TryParse(Encoding.UTF8.GetBytes(line), out var header));
        Assert.Equal(
            (name, process < 0 ? null : process, thread, time, @event, rest),
            (Text(header.ThreadName), header.ProcessId, header.ThreadId, header.TimeNanoseconds, Text(header.Event), Text(header.Rest)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("# cmdline : /usr/bin/perf record 1 2.0: cycles:")]
    [InlineData("\t           81a20 strings.Repeat+0x0 (/tmp/chat)")]
    [InlineData("7f0a read+0x4d (/lib/libc.so.6)")]
    [InlineData("2026-11-23 10:00:00 12 requests served")]
    [InlineData("java")]
    [InlineData("java 12")]
    [InlineData("java twelve 1.0: cycles:")]
    [InlineData("gc 12 @1.2s 3%: 0.1+2+0.1 ms clock")]
    public void PerfHeader_OtherLine_IsNotAHeader(string line) => Assert.False(PerfHeader.TryParse(Encoding.UTF8.GetBytes(line), out _));

    [Theory]
    [InlineData("\t           81a20 strings.Repeat+0x0 (/tmp/chat)", "strings.Repeat", "/tmp/chat", false)]
    [InlineData("ffffffff8104f45a native_write_msr_safe ([kernel.kallsyms])", "native_write_msr_safe", "[kernel.kallsyms]", true)]
    [InlineData("ffffffffa0 nf_hook+0x3 ([nf_tables])", "nf_hook", "[nf_tables]", true)]
    [InlineData(" 7f12 std::vector<int, std::allocator<int> >::at(unsigned long) const+0x1f (/lib/x.so)",
        "std::vector<int, std::allocator<int> >::at(unsigned long) const", "/lib/x.so", false)]
    [InlineData(" 7f12 (anonymous namespace)::f(int) (/lib/x (1).so)", "(anonymous namespace)::f(int)", "/lib/x (1).so", false)]
    [InlineData(" 7f12 runtime.(*mspan).sweep+0x10 (inlined)", "runtime.(*mspan).sweep", "inlined", false)]
    [InlineData(" 7f12 [unknown] (/memfd:doublemapper (deleted))", "[unknown]", "/memfd:doublemapper (deleted)", false)]
    [InlineData(" 7f12 [unknown] ([unknown])", "[unknown]", "[unknown]", false)]
    [InlineData(" 7f12 __vdso_clock_gettime+0x1 ([vdso])", "__vdso_clock_gettime", "[vdso]", false)]
    [InlineData(" 7f12 operator()", "operator()", "", false)]
    [InlineData(" add (/bin/x)", "add", "/bin/x", false)]
    public void PerfHeader_Frame_IsParsed(string line, string symbol, string file, bool kernel)
    {
        var frame = PerfFrame.Parse(Encoding.UTF8.GetBytes(line));
        Assert.Equal((symbol, file, kernel), (Text(frame.Symbol), Text(frame.File), frame.IsKernel));
    }

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetString(bytes);
}
