using System.Text.Json;
using Unpause.Reports.Cpu;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Html;

/// <summary>
/// Where a process spent its CPU time, for the page: frames by index, the stacks one behind the other, the innermost frame first and the
/// thread last, each as long as <c>depth</c> says. <c>own</c> tells which frames are the program's own, <c>class</c> what a stack is of.
/// </summary>
internal static class CpuJson
{
    public static void Write(Utf8JsonWriter json, CpuSamplesDocument? cpu)
    {
        if (cpu is null) return;
        var stacks = cpu.Stacks;
        var frames = new List<string>();
        foreach (var stack in stacks)
        {
            frames.AddRange(stack.Stack);
            frames.Add(stack.Thread ?? stack.Class);
        }

        var names = new NameColumn(frames.Count, i => frames[i]);
        var classes = cpu.Classes.Select(row => row.Name).ToList();
        json.WriteStartObject("cpu");
        names.WriteTable(json, "frames");
        var own = names.Names.Select(name => CpuStacks.IsPlatform(name) ? 0L : 1L).ToList();
        ColumnJson.Write(json, "app", own.Count, i => own[i]);
        ColumnJson.Write(json, "class", stacks.Count, i => classes.IndexOf(stacks[i].Class));
        ColumnJson.Write(json, "samples", stacks.Count, i => stacks[i].Samples);
        ColumnJson.Write(json, "depth", stacks.Count, i => stacks[i].Stack.Count + 1);
        ColumnJson.Write(json, "stack", frames.Count, i => names.IndexOf(frames[i]));
        json.WriteEndObject();
    }
}
