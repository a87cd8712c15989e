using System.Collections;
using System.Collections.Concurrent;
using Unpause.Reports.Documents.Json;

namespace Unpause.Reports;

/// <summary>
/// Invariants of a stored report beyond its types, which all writers rely on: no null in a list or a dictionary, no index of a missing
/// process, and no finding that is a symptom of itself.
/// </summary>
internal static class StoredReportCheck
{
    private static readonly ConcurrentDictionary<Type, Member[]> Members = new();

    /// <summary>The path of the first fault with its reason; null when there is none.</summary>
    public static string? FaultOf(ReportDocument report) => NullIn(report, "$") ?? WrongIndexIn(report) ?? WrongCauseIn(report.Findings);

    /// <summary>Descends the contract's types, whose depth is fixed, whatever the input.</summary>
    private static string? NullIn(object item, string path)
    {
        foreach (var (name, get) in Members.GetOrAdd(item.GetType(), MembersOf))
        {
            if (get(item) is not { } value || value is string or byte[]) continue;
            var at = $"{path}.{name}";
            var fault = value switch
            {
                IDictionary members => NullInDictionary(members, at),
                IEnumerable items => NullInList(items, at),
                _ => NullIn(value, at),
            };
            if (fault is not null) return fault;
        }

        return null;
    }

    private static string? NullInList(IEnumerable items, string path)
    {
        var index = 0;
        foreach (var item in items)
        {
            if (item is null) return $"{path}[{index}]: null";
            if (IsRecord(item.GetType()) && NullIn(item, $"{path}[{index}]") is { } fault) return fault;
            index++;
        }

        return null;
    }

    private static string? NullInDictionary(IDictionary members, string path)
    {
        foreach (DictionaryEntry member in members)
        {
            if (member.Value is null) return $"{path}: null";
            if (IsRecord(member.Value.GetType()) && NullIn(member.Value, path) is { } fault) return fault;
        }

        return null;
    }

    private static string? WrongIndexIn(ReportDocument report)
    {
        var processes = report.Processes.Count;
        return Wrong(report.Findings, finding => finding.Process, "$.findings")
            ?? Wrong(report.NotApplicable, rule => rule.Process, "$.not_applicable")
            ?? Wrong(report.Requests?.Processes ?? [], process => process.Process, "$.requests.processes")
            ?? Wrong(report.Requests?.Worst ?? [], request => request.Process, "$.requests.worst")
            ?? Wrong(report.Requests?.Holes ?? [], hole => hole.Process, "$.requests.holes");

        string? Wrong<T>(IReadOnlyList<T> items, Func<T, int> index, string path)
        {
            for (var i = 0; i < items.Count; i++)
            {
                if ((uint)index(items[i]) >= (uint)processes) return $"{path}[{i}].process: there are {processes} processes";
            }

            return null;
        }
    }

    /// <summary>A cause precedes its symptoms, in the same process, so no chain of causes is a cycle.</summary>
    private static string? WrongCauseIn(IReadOnlyList<FindingDocument> findings)
    {
        for (var i = 0; i < findings.Count; i++)
        {
            if (findings[i].SymptomOf is not { } cause) continue;
            if (cause < 0 || cause >= i || findings[cause].Process != findings[i].Process)
            {
                return $"$.findings[{i}].symptom_of: {cause} is no earlier finding of the same process";
            }
        }

        return null;
    }

    /// <summary>The members of a record that may contain others, from the generated metadata of the contract.</summary>
    private static Member[] MembersOf(Type type) => ReportJson.Default.GetTypeInfo(type) is not { } record ? []
        : [.. from member in record.Properties
              where member.Get is not null && IsContainer(member.PropertyType)
              select new Member(member.Name, member.Get!)];

    private static bool IsContainer(Type type) => IsRecord(type) || (type != typeof(string) && typeof(IEnumerable).IsAssignableFrom(type));

    private static bool IsRecord(Type type) => type is { IsClass: true } && type.Namespace == typeof(ReportDocument).Namespace;

    private readonly record struct Member(string Name, Func<object, object?> Get);
}
