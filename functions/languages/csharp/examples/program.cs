// Top-level statements.
using System;

var helper = new Helper();
helper.Help();
if (args.Length > 0) Run(args[0]);

void Run(string name)
{
    Console.WriteLine(name);
}

class Helper
{
    public void Help() { }
}
