using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Offsets of probes, compared with Go's own nm and objdump.</summary>
[Trait("Tier", "live")]
public sealed partial class GoStopPlacesTests(GoProgramFixture programs) : IClassFixture<GoProgramFixture>
{
    [Theory]
    [InlineData("plain")]
    [InlineData("independent")]
    public void GoStopPlaces_Program_MatchGoObjdump(string way)
    {
        var file = programs.File(way);
        var places = GoStopPlaces.Locate(file)!;
        Assert.StartsWith("go1.", places.Version, StringComparison.Ordinal);
        foreach (var (place, name) in (ReadOnlySpan<(GoStopPlace, string)>)
            [(GoStopPlace.Stop, "stopTheWorldWithSema"), (GoStopPlace.Starting, "startTheWorldWithSema"),
                (GoStopPlace.Sweep, "finishsweep_m"), (GoStopPlace.Mark, "gcMarkTermination")])
        {
            // The jump to the code that grows the stack: every call reaches it once, before anything else.
            var jump = InstructionsOf(name, file).First(instruction => instruction.Name.StartsWith('J'));
            Assert.Equal("JBE", jump.Name);
            Assert.Equal(jump.Offset, places.Places.Single(found => found.Place == place).Offset);
        }

        var starting = InstructionsOf("startTheWorldWithSema", file);
        var starts = places.Places.Where(found => found.Place == GoStopPlace.Start).ToList();
        Assert.Equal(starting.Count(instruction => instruction.Name == "RET"), starts.Count);
        foreach (var (_, offset) in starts)
        {
            var at = starting.FindIndex(instruction => instruction.Offset == offset);
            Assert.Contains(starting[at].Name, (string[])["JNE", "JE", "CALL", "NOPL"]);
            Assert.InRange(starting.FindIndex(at, instruction => instruction.Name == "RET") - at, 1, 24);
        }
    }

    [Fact]
    public void GoStopPlaces_Arm64_AreFirstInstructionsAndReturns()
    {
        var file = programs.Arm64;
        Assert.Null(GoStopPlaces.Locate(file, Architecture.X64));
        var places = GoStopPlaces.Locate(file, Architecture.Arm64)!;
        foreach (var (place, name) in (ReadOnlySpan<(GoStopPlace, string)>)
            [(GoStopPlace.Stop, "stopTheWorldWithSema"), (GoStopPlace.Starting, "startTheWorldWithSema"),
                (GoStopPlace.Sweep, "finishsweep_m"), (GoStopPlace.Mark, "gcMarkTermination")])
        {
            Assert.Equal(Arm64InstructionsOf(name, file)[0].Offset, places.Places.Single(found => found.Place == place).Offset);
        }

        Assert.Equal(
            Arm64InstructionsOf("startTheWorldWithSema", file).Where(found => found.Name == "RET").Select(found => found.Offset),
            places.Places.Where(found => found.Place == GoStopPlace.Start).Select(found => found.Offset));
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("independent")]
    public void GoAssistPlaces_Program_MatchGoObjdump(string way)
    {
        var file = programs.File(way);
        Assert.Null(GoStopPlaces.Locate(file)!.Assists);
        var assists = GoStopPlaces.Locate(file, assists: true)!.Assists!;
        Assert.Equal(22, assists.Register); // R14
        var code = InstructionsOf("gcAssistAlloc", file);
        Assert.Equal(
            code.First(instruction => instruction.Name == "JBE").Offset,
            assists.Places.Single(found => found.Place == GoStopPlace.Assist).Offset);
        var ends = assists.Places.Where(found => found.Place == GoStopPlace.Assisted).Select(found => found.Offset).ToList();
        Assert.Equal(code.Count(instruction => instruction.Name == "RET"), ends.Count);
        Assert.Equal(assists.Places.Count, ends.Count + 1);
        // The usual returns need no single step, whether enough was marked already or not. The others are of threads that may not assist.
        Assert.Equal(2, ends.Count(end => code.Find(found => found.Offset == end).Name == "RET"));
        // Each offset belongs to one return: there is no other between them.
        var returns = ends.Select(end => code.FindIndex(code.FindIndex(at => at.Offset == end), found => found.Name == "RET"));
        Assert.Equal(ends.Count, returns.Distinct().Count());
    }

    [Fact]
    public void GoAssistPlaces_Arm64_AreFirstInstructionAndReturns()
    {
        var assists = GoStopPlaces.Locate(programs.Arm64, Architecture.Arm64, assists: true)!.Assists!;
        Assert.Equal(28, assists.Register);
        var code = Arm64InstructionsOf("gcAssistAlloc", programs.Arm64);
        Assert.Equal(code[0].Offset, assists.Places.Single(found => found.Place == GoStopPlace.Assist).Offset);
        Assert.Equal(
            code.Where(found => found.Name == "RET").Select(found => found.Offset),
            assists.Places.Where(found => found.Place == GoStopPlace.Assisted).Select(found => found.Offset));
    }

    [Theory]
    [InlineData("go1.16.15", Architecture.X64, null)]
    [InlineData("go1.17", Architecture.X64, 22)]
    [InlineData("go1.17.1 X:noregabi", Architecture.X64, null)]
    [InlineData(null, Architecture.X64, null)]
    [InlineData("go1.26.1", Architecture.X64, 22)]
    [InlineData("go1.16.15", Architecture.Arm64, 28)]
    public void RegisterOf_GoVersion_IsItsGoroutineRegister(string? version, Architecture processor, int? register) =>
        Assert.Equal(register, GoAssistPlaces.RegisterOf(version, processor));

    [Fact]
    public void GoStopPlaces_StrippedProgram_UsesTheFunctionTable()
    {
        // The same code: only its description is left out.
        var plain = File.ReadAllBytes(programs.Plain);
        var stripped = File.ReadAllBytes(programs.Stripped);
        var (known, found) = (GoStopPlaces.Locate(programs.Plain)!.Places, GoStopPlaces.Locate(programs.Stripped)!.Places);
        Assert.Equal(known.Select(place => place.Place), found.Select(place => place.Place));
        Assert.All(known.Zip(found), pair =>
            Assert.Equal(plain.AsSpan((int)pair.First.Offset, 16).ToArray(), stripped.AsSpan((int)pair.Second.Offset, 16).ToArray()));
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("stripped")]
    public void GoStopPlaces_DamagedProgram_StaysWithinBounds(string way)
    {
        var whole = File.ReadAllBytes(programs.File(way));
        var damaged = Path.GetTempFileName();
        var random = new Random(1);
        try
        {
            for (var round = 0; round < 300; round++)
            {
                var bytes = whole.AsSpan(0, round % 3 == 0 ? random.Next(whole.Length) : whole.Length).ToArray();
                // The header and the tables at the end determine where everything else is read.
                for (var i = 0; i < 20 && bytes.Length > 0; i++)
                    bytes[i < 10 ? random.Next(Math.Min(64, bytes.Length)) : random.Next(bytes.Length)] = (byte)random.Next(256);
                File.WriteAllBytes(damaged, bytes);
                if (GoStopPlaces.Locate(damaged) is not { } places) continue;
                Assert.All(places.Places, place => Assert.InRange(place.Offset, 0, bytes.Length));
            }
        }
        finally
        {
            File.Delete(damaged);
        }
    }

    [Fact]
    public void GoStopPlaces_OtherPrograms_AreNull()
    {
        Assert.Null(GoStopPlaces.Locate("/bin/sh"));
        Assert.Null(GoStopPlaces.Locate("/etc/passwd"));
        Assert.Null(GoStopPlaces.Locate("/dev/null"));
        Assert.Null(GoStopPlaces.Locate("/nowhere"));
    }

    private static long Hexadecimal(string text) => long.Parse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    /// <summary>The same for an arm64 program, whose addresses start elsewhere.</summary>
    private static List<(long Offset, string Name)> Arm64InstructionsOf(string function, string file) =>
        [.. InstructionsOf(function, file).Select(instruction => (instruction.Offset + 0x400000 - 0x10000, instruction.Name))];

    /// <summary>The output of Go's own objdump; the text segment of Go's own linker starts with the file.</summary>
    private static List<(long Offset, string Name)> InstructionsOf(string function, string file)
    {
        const int start = 0x400000;
        var text = GoProgramFixture.OutputOf("go", "tool", "objdump", "-s", $"^runtime.{function}$", file);
        return [.. Instruction().Matches(text).Select(match => (Hexadecimal(match.Groups[1].Value) - start, match.Groups[2].Value))];
    }

    [GeneratedRegex(@"0x([0-9a-f]+)\s+[0-9a-f]+\s+([A-Z]+)")]
    private static partial Regex Instruction();
}
