/** Those of pytest that see a result before it is reported, or the tests before they are run. */
export const pytestHook =
  /\bpytest_(?:runtest_\w+|pyfunc_call|collection\w*|collect_\w+|ignore_collect|itemcollected|deselected|pycollect_\w+|report_teststatus|sessionfinish|exception_interact|cmdline_\w+|load_initial_conftests|runtestloop)\b|\bcollect_ignore(?:_glob)?\b/;

/** What is installed says in such a folder what tools are to load when they start. */
export const startsWithPython =
  /(?:^|\/)(?:(?:site|user)customize(?:\.py|\/__init__\.py)|[^/]+\.pth|[^/]+\.(?:dist|egg)-info(?:\/.*)?)$/;
