namespace Unpause.Cli.Sessions;

/// <summary>Finds reports that were stored as JSON among the inputs of <c>unpause report</c>.</summary>
internal static class StoredInput
{
    /// <summary>
    /// The stored report among the inputs; null when they are recordings. Stored reports that were found in a folder beside recordings are
    /// skipped.
    /// </summary>
    /// <param name="inputs">The user's inputs. An input that can be read only once is replaced by a copy.</param>
    /// <param name="request">What the user wants.</param>
    /// <exception cref="UserMistake">The stored report can't be read, or does not go with the other
    /// inputs or with what is asked for.</exception>
    public static FinishedReport? Take(ref IReadOnlyList<ExpandedInput> inputs, ReportRequest request)
    {
        var (found, others) = (new List<ExpandedInput>(), new List<ExpandedInput>());
        foreach (var input in inputs)
        {
            var looked = input with { Input = StoredReports.Look(input.Input, out var stored) };
            (stored ? found : others).Add(looked);
        }

        inputs = others;
        if (found.Count == 0) return null;
        if (found.Count == 1 && others.Count == 0) return Read(found[0], request);
        if (found.Find(item => !item.Found) is { } named)
        {
            throw new UserMistake($"{named.Input.Name} is a stored report: give one stored report, or recordings only");
        }

        foreach (var item in found) Console.Error.WriteLine($"skipped {item.Input.Name}: a stored report");
        return null;
    }

    /// <summary>Reads a file that <see cref="StoredReports.Look"/> recognised as a stored report.</summary>
    /// <exception cref="UserMistake">It can't be read.</exception>
    public static FinishedReport Read(RecordingInput input)
    {
        using var stream = input.Open();
        return StoredReports.Read(stream, out var fault) ?? throw new UserMistake($"{input.Name} {fault}");
    }

    private static FinishedReport Read(ExpandedInput input, ReportRequest request)
    {
        var name = input.Input.Name;
        if (request.Requests is { Paths.Count: > 0 } or { IsUsual: false })
        {
            throw new UserMistake($"{name} is a stored report, and requests are matched with a recording: name the recording instead");
        }

        request.Window.RequireWhole(name);
        if (request.Only is not null)
        {
            throw new UserMistake($"{name} is a stored report, and --only filters stacks of samples: "
                + "name the output of perf script instead");
        }

        if (request.Files.Select(file => file.Format).Append(request.Printed).Contains(ReportFormat.Perfetto))
        {
            throw new UserMistake(
                $"{name} is a stored report, and a Perfetto timeline needs a recording: name the recording instead");
        }

        var report = Read(input.Input);
        // The user's labels take precedence over stored ones.
        return (request.ArgumentsShown ? report : report.WithoutSecrets()).With(request.Identity);
    }
}
